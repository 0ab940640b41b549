import { startRedis } from '@matinee/testkit/process.ts';
import type { Benchmark } from '../benchmark.ts';
import { quantile } from '../figures.ts';
import type { ManyLoad } from '../many/load.ts';
import { startServer } from '../server-process.ts';
import { startWorker, type Worker } from '../worker.ts';
import { startWorld, type World } from '../world.ts';

const rooms = 300;
const perRoom = 10;
const life = { commandMs: 10_000, chatMs: 20_000, ms: 10_000 };
const warmUp = { ...life, ms: 3_000 };
/** The sides take turns, so that noise of the machine affects both alike. */
const rounds = 2;

/**
 * Three thousand members in three hundred rooms, each room commanded every ten seconds and chatting every twenty: how long
 * a command takes until the last member of its room knows, with the members of each room spread over three replicas, and
 * with all of them on one (the control). All replicas, their database and Redis share this machine, as does the load.
 */
export const replicas: Benchmark = {
  name: 'replicas',
  async run() {
    const redis = await startRedis();
    const environment = { MATINEE_REDIS_URL: redis.url };
    const world = await startWorld({ people: rooms * perRoom, rooms, perRoom, environment });
    const { host, port, user, database } = world.database;
    const shared = `postgres://${user}@/${database}?${new URLSearchParams({ host, port: String(port) })}`;
    const others = await Promise.all(
      [1, 2].map(() => startServer({ environment: { ...environment, MATINEE_DATABASE_URL: shared } })),
    );
    const load = await startWorker<ManyLoad>(new URL('../many/load.ts', import.meta.url));
    try {
      return await measure(world, load, [world.server.port, ...others.map((other) => other.port)]);
    } finally {
      await load.stop();
      await Promise.all(others.map((other) => other.stop()));
      await world.stop();
      await redis.stop();
    }
  },
};

async function measure(world: World, load: Worker<ManyLoad>, ports: readonly number[]) {
  const told = { three: [] as number[], one: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    for (const [side, used] of [
      ['three', ports],
      ['one', ports.slice(0, 1)],
    ] as const) {
      await load.ask('open', { port: ports[0]!, rooms: seatsOf(world, used) });
      await load.ask('live', warmUp);
      told[side].push(...(await load.ask('live', life)));
      await load.ask('close', undefined as never);
    }
  }
  return {
    p99_ratio: quantile(told.three, 0.99) / quantile(told.one, 0.99),
    three_p50: quantile(told.three, 0.5),
    three_p99: quantile(told.three, 0.99),
    one_p50: quantile(told.one, 0.5),
    one_p99: quantile(told.one, 0.99),
    members: rooms * perRoom,
  };
}

function seatsOf({ rooms: ids, membersOf }: World, ports: readonly number[]) {
  return ids.map((id, place) =>
    membersOf(place).map(({ token }, seat) => ({ path: `/ws/rooms/${id}`, token, port: ports[seat % ports.length]! })),
  );
}
