import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Amf, decodeAmf0 } from './amf0.ts';
import { ChunkReader } from './chunk-reader.ts';
import { toChunks } from './chunk-writer.ts';
import { messageType, numberMessage, userControl } from './message.ts';
import { type PlayEnd, PlaySession } from './play-session.ts';
import { command, media } from './rtmp-client.fixture.ts';
import { RtmpError } from './rtmp-error.ts';
import type { MediaMessage } from './session.ts';

/** The server's side of the handshake. */
const greeting = Buffer.concat([Buffer.of(3), Buffer.alloc(2 * 1_536, 7)]);
const status = (level: string, code: string) =>
  command('onStatus', 0, null, new Map<string, Amf>([...Object.entries({ level, code })]));

function player() {
  const media: MediaMessage[] = [];
  const ends: PlayEnd[] = [];
  const words: Amf[][] = [];
  const others: number[] = [];
  const chunks = new ChunkReader();
  let greeted = 1 + 2 * 1_536;
  const session = new PlaySession(
    { app: 'live', name: 'evening?x=1', url: 'rtmp://live.test/live' },
    {
      send(bytes) {
        const skipped = Math.min(greeted, bytes.length);
        greeted -= skipped;
        chunks.push(bytes.subarray(skipped), ({ type, payload }) => {
          if (type === messageType.amf0Command) words.push(decodeAmf0(payload));
          else others.push(type);
        });
      },
      onMedia: (message) => void media.push(message),
      onEnd: (end) => void ends.push(end),
    },
    Buffer.alloc,
  );
  const hear = (...messages: ReturnType<typeof command>[]) => {
    for (const message of messages) session.receive(toChunks(message, 128));
  };
  return { session, hear, media, ends, words, others };
}

test('[RTM11] a stream is played, pings are answered, and its end is told', () => {
  const { session, hear, media: got, ends, words, others } = player();
  for (const byte of greeting) session.receive(Buffer.of(byte));
  expect(words[0]?.[0]).toBe('connect');
  expect((words[0]![2] as Map<string, Amf>).get('tcUrl')).toBe('rtmp://live.test/live');
  hear(numberMessage(messageType.windowSize, 1_000), command('_result', 1, null, new Map()));
  expect(words[1]?.[0]).toBe('createStream');
  hear(command('_result', 2, null, 1));
  expect(words[2]?.slice(0, 4)).toEqual(['play', 0, null, 'evening?x=1']);
  hear(status('status', 'NetStream.Play.Start'), media(messageType.video, 40, Buffer.alloc(1_200, 1)));
  expect(got).toMatchObject([{ kind: 'video', timestamp: 40 }]);
  hear(userControl(6, Buffer.from('00000007', 'hex')));
  expect(others).toContain(messageType.userControl);
  expect(others).toContain(messageType.acknowledgement);
  hear(status('status', 'NetStream.Play.UnpublishNotify'), status('status', 'NetStream.Play.Stop'));
  expect(ends).toEqual(['ended']);
});

test('[RTM11] a refusal and an unknown name are told apart', () => {
  const refusal = new Map<string, Amf>([['code', 'NetConnection.Connect.Rejected']]);
  for (const [message, end] of [
    [command('_error', 1, null, refusal), 'refused'],
    [command('_error', 2, null, null), 'not_found'],
    [status('error', 'NetStream.Play.StreamNotFound'), 'not_found'],
  ] as const) {
    const { session, hear, ends } = player();
    session.receive(greeting);
    hear(message);
    expect(ends).toEqual([end]);
  }
});

test('[RTM12] whatever comes, nothing but an RtmpError is thrown, and an opening has an end', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 20 }), (pieces) => {
      const { session } = player();
      session.receive(greeting);
      try {
        for (const piece of pieces) session.receive(Buffer.from(piece));
      } catch (cause) {
        expect(cause).toBeInstanceOf(RtmpError);
      }
    }),
  );
  const { session, hear } = player();
  session.receive(greeting);
  expect(() => hear(...Array.from({ length: 80 }, () => command('onBWDone', 0, null)))).toThrow('too_long_an_opening');
});
