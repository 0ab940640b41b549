import { startTestServer, type TestUser } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawsOf } from './seeded.fixture.ts';
import { type Replicas, simulateRoom } from './simulated-room.fixture.ts';

const seeds = 200;
/** Rooms that run at the same time. */
const together = 10;
/** The same three people are in all running rooms, and the server notices broken connections late. */
const config = { 'limits.connections_per_user': 10_000 };

let replicas: Replicas;
let people: TestUser[];
beforeAll(async () => {
  const first = await startTestServer({ config, settings: { 'server.maxRoomsPerUser': 1_000 } });
  replicas = [first, await startTestServer({ config, database: first.database })];
  people = await Promise.all(['anna', 'berta', 'carla'].map((name) => first.signUp(name)));
});
afterAll(async () => {
  for (const replica of replicas?.toReversed() ?? []) await replica.stop();
});

test('[CH26] after drops, retries and restarts of a replica every member has the same list, for 200 seeds', async () => {
  for (let from = 0; from < seeds; from += together) {
    const runs = Array.from({ length: together }, (_, i) => simulateRoom(from + i, () => replicas, people));
    if (drawsOf(from).oneIn(2)) await restartSecond();
    for (const [i, outcome] of (await Promise.all(runs)).entries()) {
      const [list, ...others] = outcome.lists;
      const about = `seed ${from + i}`;
      expect(outcome.faults, about).toEqual([]);
      for (const other of others) expect(other, about).toEqual(list);
      const sent = list!.map(({ id }) => id);
      expect(new Set(list!.map(({ clientMessageId }) => clientMessageId)).size, about).toBe(sent.length);
      for (const id of outcome.acknowledged) expect(sent, about).toContain(id);
      for (const { id, deleted } of list!) if (outcome.deleted.has(id)) expect(deleted, about).toBe(true);
    }
  }
}, 900_000);

async function restartSecond(): Promise<void> {
  const [first, second] = replicas;
  await second.stop();
  replicas = [first, await startTestServer({ config, database: first.database })];
}
