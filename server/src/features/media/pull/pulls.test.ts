import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../../kernel/log.ts';
import { LiveStream } from '../streams/air/live-stream.ts';
import type { Broadcast } from '../streams/air/on-air.ts';
import { Pulls, type PullsParts } from './pulls.ts';

const source = { case: 'liveProxy', value: { url: 'rtmp://films.example/live/one' } };

test('[PUL8] a pull that is about to begin when its process stops does not begin', async () => {
  const clock = new FakeClock();
  const ends: string[] = [];
  let pulled = 0;
  let take: ((taken: Broadcast) => void) | undefined;
  const rows: Readonly<Record<string, unknown>> = { executeTakeFirstOrThrow: { all: 0, room: 0 } };
  const query: object = new Proxy(
    {},
    { get: (_, name) => (String(name).startsWith('execute') ? async () => rows[String(name)] : () => query) },
  );
  const pulls = new Pulls({
    ...{ clock, log: makeLog('silent'), db: { query: () => query }, replicaId: 'this' },
    settings: { maxPulls: 9, maxPullsPerRoom: 9 },
    library: { findMedia: async () => ({ sourceVersion: 1, media: { creatorId: 'usr_1', source: { source } } }) },
    openItem: async () => ({ secrets: {} }),
    onAir: {
      take: () => new Promise<Broadcast>((resolve) => (take = resolve)),
      tellPull: async () => undefined,
    },
    sources: {
      pull: async () => {
        pulled += 1;
      },
    },
  } as unknown as PullsParts);
  const finding = pulls.find('room_1', { mediaId: 'med_1', version: 1 });
  const failing = expect(finding).rejects.toMatchObject({ reason: 'streams.off_air' });
  await expect.poll(() => take).toBeDefined();
  let isStopped = false;
  const stopping = pulls.stop().then(() => {
    isStopped = true;
  });
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  const place = { roomId: 'room_1', mediaId: 'med_1', generationId: 'str_1', publisherId: 'usr_1' };
  const stream = new LiveStream({ generationId: 'str_1', clock });
  take!({ place, stream, end: (how) => void ends.push(how) });
  await failing;
  await stopping;
  expect([ends, pulled]).toEqual([['ended'], 0]);
});
