import { create } from '@bufbuild/protobuf';
import { ViewerReportSchema, ViewerState } from '@matinee/contract/gen/service/client/viewer_reports_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { MemoryBus } from '../../../realtime/memory-bus.fixture.ts';
import { makeEveryReplica } from './every-replica.ts';
import type { LastReport } from './viewer-reports.ts';

const last = (userId: string): LastReport => ({
  userId,
  username: userId,
  displayName: userId.toUpperCase(),
  report: create(ViewerReportSchema, { state: ViewerState.STALLED, stalledSeconds: 1.5, missingCodecs: ['hevc'] }),
  atMs: 5,
});

/** Replicas on one bus, each with viewers in `room_1`. */
function makeReplicas(viewers: Readonly<Record<string, readonly string[]>>, replicaCount: number) {
  const clock = new FakeClock();
  const bus = new MemoryBus();
  return {
    clock,
    replicas: Object.entries(viewers).map(([replicaId, ids]) => {
      const parts = { bus, replicaId, replicaCount: () => replicaCount, clock };
      const made = makeEveryReplica(parts, (roomId) => (roomId === 'room_1' ? ids.map(last) : []));
      made.start();
      return made;
    }),
  };
}

test('[DG6] the viewers of all replicas are told, each once', async () => {
  const { replicas } = makeReplicas({ one: ['ann', 'ben'], two: ['cara'], three: [] }, 3);
  expect(await replicas[1]!.ask('room_1')).toEqual({
    reports: [last('cara'), last('ann'), last('ben')],
    silentReplicas: 0,
  });
  expect(await replicas[0]!.ask('room_2')).toEqual({ reports: [], silentReplicas: 0 });
});

test('[DG6] a replica that does not answer is counted as silent after 1.5 s', async () => {
  const { clock, replicas } = makeReplicas({ one: ['ann'], two: ['ben'] }, 3);
  const asked = replicas[0]!.ask('room_1');
  await new Promise(setImmediate);
  clock.advance(1_500);
  expect(await asked).toEqual({ reports: [last('ann'), last('ben')], silentReplicas: 1 });
});

test('[DG6] one replica alone asks nobody', async () => {
  const { clock, replicas } = makeReplicas({ one: ['ann'] }, 1);
  expect(await replicas[0]!.ask('room_1')).toMatchObject({ silentReplicas: 0 });
  expect(clock.pending).toBe(0);
});
