import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { LiveStream } from '../streams/air/live-stream.ts';
import { configs, keyFrame } from '../streams/streams.fixture.ts';
import { type WhepSessionParts, WhepSessions } from './whep-sessions.ts';

const offer = { ufrag: 'abcd', sdp: '' };

/** Sessions whose threads give no connection, and a stream that they can send. */
function start() {
  const clock = new FakeClock();
  const sessions = new WhepSessions({
    ...{ clock, ffmpeg: { found: undefined }, ownAddresses: () => [] },
    settings: { announcedAddress: null, udpPorts: null, maxViewersPerStream: 1 },
    random: { bytes: (length: number) => Buffer.alloc(length) },
    startSender: () => ({ admit: () => Promise.reject(new Error()), leave() {}, send() {}, end() {} }),
  } as unknown as WhepSessionParts);
  const stream = new LiveStream({ generationId: 'str_1', clock });
  const take = (kind: 'audio' | 'video', payload: Buffer) => stream.take({ kind, timestamp: 0, payload });
  take('video', configs.video);
  take('video', keyFrame);
  return { sessions, stream, take };
}

test('[WHE3] [WHE8] AAC without ffmpeg is refused, and so is a viewer for whom there is no port', async () => {
  const { sessions, stream, take } = start();
  const begun = sessions.begin(stream, offer, () => () => {});
  await expect(begun).rejects.toMatchObject({ reason: 'whep.no_connection' });
  expect([sessions.count, sessions.streamCount]).toEqual([0, 0]);
  take('audio', configs.audio);
  expect(() => sessions.check(stream)).toThrow(expect.objectContaining({ reason: 'whep.no_converter' }));
});

test('[WHE7] who comes where the stream has no room gets no connection, and the next one is not kept out', async () => {
  const { sessions, stream } = start();
  while (stream.hasRoom) stream.attach({ onTag() {}, onChanged() {}, onEnd() {} });
  const begun = sessions.begin(stream, offer, () => () => {});
  await expect(begun).rejects.toMatchObject({ reason: 'whep.no_connection' });
  expect([sessions.count, sessions.streamCount]).toEqual([0, 0]);
  expect(() => sessions.check(stream)).not.toThrow();
});
