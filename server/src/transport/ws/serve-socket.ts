import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../../kernel/clock.ts';
import type { RoomSocket } from '../../realtime/room-socket.ts';
import type { Session } from '../../realtime/session.ts';
import { fromText, toText } from './json-frames.ts';
import { FrameWriter, frameKind, type TurnWrites } from './turn-writes.ts';

/** A ping that the browser answers by itself, this often in milliseconds; proxies close connections that are silent for a minute. */
const pingPeriodMs = 25_000;
/** A peer that does not answer the close within this time is cut off, in milliseconds. */
const closeGraceMs = 2_000;

/** What is served: an open WebSocket, the connection it runs over, and whether its frames are text. */
interface ServedSocket {
  readonly socket: WebSocket;
  readonly wire: Duplex;
  readonly isJson: boolean;
}

/** Puts a socket under a session. Binary frames are messages; text frames are, where `isJson`, and else ignored. [RT22] */
export function serveSocket(
  { socket, wire, isJson }: ServedSocket,
  session: Session,
  writes: TurnWrites,
  clock: Clock,
): void {
  const endPings = clock.every(pingPeriodMs, () => socket.ping());
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary && !isJson) session.receive(data);
    else if (!isBinary && isJson) session.receive(fromText(data.toString()));
  });
  socket.on('pong', () => session.heard());
  // What follows an error is `close`; a frame that is too large is closed with 1009 by the library.
  socket.on('error', () => undefined);
  socket.once('close', () => {
    endPings();
    session.closed();
  });
  const kind = isJson ? frameKind.text : frameKind.binary;
  const writer = new FrameWriter(writes, wire, kind, () => socket.readyState === socket.OPEN);
  const room: RoomSocket = {
    send: isJson ? (frame) => writer.send(toText(frame)) : (frame) => writer.send(frame),
    close: (code, reason) => {
      writer.flush();
      socket.close(code, reason.slice(0, 100));
      clock.after(closeGraceMs, () => socket.terminate());
    },
    buffered: () => wire.writableLength,
  };
  session.start(room);
}
