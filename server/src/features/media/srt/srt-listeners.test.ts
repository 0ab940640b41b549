import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../../kernel/log.ts';
import { SrtListeners, type SrtListenersParts } from './srt-listeners.ts';

test('[SRT6] an address that is about to be opened when the server stops is not opened', async () => {
  let runs = 0;
  const ffmpeg = {
    speaksSrt: async () => true,
    srtToFlv() {
      runs += 1;
      return { bytes: [], ended: new Promise(() => {}), stop() {} };
    },
  };
  const listeners = new SrtListeners({
    ...{ clock: new FakeClock(), log: makeLog('silent'), host: '127.0.0.1', graceMs: () => 0 },
    ffmpeg: { look: async () => ffmpeg },
    settings: { enabled: true, maxStreams: 1, udpPorts: '42000-42999', latencyMs: 500, waitSeconds: 60 },
  } as unknown as SrtListenersParts);
  const item = { roomId: 'room_1', mediaId: 'med_1' };
  const opening = listeners.open(item, async () => {
    await listeners.stop();
    return { publishKey: 'key' };
  });
  await expect(opening).rejects.toMatchObject({ reason: 'srt.too_many' });
  expect([listeners.count, runs]).toEqual([0, 0]);
});
