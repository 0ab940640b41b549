/**
 * A fake upstream of live comments, in memory. Its frames are texts: `in` admits us, `ping` expects an answer, `bye`
 * ends the connection, `bad` is invalid, any other text is a comment.
 */
import type { ConnectSocket, SocketListener } from '../../../drivers/outgoing-socket/outgoing-socket.ts';
import type { CommentNews, CommentTalk } from '../../../providers/live-comments.ts';

export interface FakeConnection {
  readonly said: (string | Uint8Array)[];
  readonly listener: SocketListener;
  isClosed: boolean;
  frame(text: string): void;
}

export const talk: CommentTalk = {
  url: 'wss://chat.example.org',
  greeting: ['hello'],
  beat: { everyMs: 20_000, frame: 'beat' },
  silentMs: 60_000,
  read: (frame) => readText(String(frame)),
};

function readText(text: string): CommentNews {
  if (text === 'bad') throw new Error('no frame of ours');
  if (text === 'in') return { isOpen: true };
  if (text === 'ping') return { replies: ['pong'] };
  if (text === 'bye') return { isEnding: true };
  const comment = { id: text, authorId: '', author: 'Anna', text, mode: 'scroll', color: '', size: 'normal' } as const;
  return { comments: [comment] };
}

/** `connections` are in the order of their opening. */
export function fakeChat(): { readonly connect: ConnectSocket; readonly connections: FakeConnection[] } {
  const connections: FakeConnection[] = [];
  return {
    connections,
    connect(_, __, listener) {
      const connection: FakeConnection = {
        said: [],
        listener,
        isClosed: false,
        frame: (text) => connection.isClosed || listener.onFrame(Buffer.from(text)),
      };
      connections.push(connection);
      return {
        send: (frame) => connection.said.push(frame),
        close: () => {
          connection.isClosed = true;
        },
      };
    },
  };
}
