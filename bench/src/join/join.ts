import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Benchmark } from '../benchmark.ts';
import { openKysely } from '../database.ts';
import { inTurn, median, quantile, ratioOf } from '../figures.ts';
import { startWorker, type Worker } from '../worker.ts';
import { startWorld, type World } from '../world.ts';
import type { JoinControl } from './control.ts';
import type { JoinLoad } from './load.ts';
import { type JoinTables, requireOutcome } from './outcome.ts';

const crowd = 1_000;
/** The kernel's listen queue takes this many at once. Browsers also keep their connections for later calls. */
const connections = 200;
const rounds = 4;
/** Seats in the small room, one of them for its creator. */
const seats = 500;

/**
 * How many people a second a room lets in when 1 000 join it at once over HTTP, each in a transaction, compared with
 * bare inserts of the same rows in a transaction each (mark: `ratio` at least 0.3), and how long one of them waits.
 * Each person with a positive answer is a member once, and was told to the room once; the room's events have no gap.
 * `full_per_second`: the same for a room with seats for half of them; exactly that many get in.
 */
export const join: Benchmark = {
  name: 'join',
  async run() {
    // A room for each round of both, for the warm-up of both, and the small one.
    const world = await startWorld({ people: 1, newcomers: crowd, rooms: 2 * (rounds + 1) + 1 });
    const db = openKysely<JoinTables>(world.database);
    const load = await startWorker<JoinLoad>(new URL('load.ts', import.meta.url));
    const control = await startWorker<JoinControl>(new URL('control.ts', import.meta.url));
    try {
      return { ...(await measure(world, db, load, control)), ...(await fillSmallRoom(world, db, load)) };
    } finally {
      await Promise.all([load.stop(), control.stop(), db.destroy()]);
      await world.stop();
    }
  },
};

async function measure(
  { server, database, newcomers, rooms }: World,
  db: Kysely<JoinTables>,
  load: Worker<JoinLoad>,
  control: Worker<JoinControl>,
): Promise<Record<string, number>> {
  const tokens = newcomers.map(({ token }) => token);
  const users = newcomers.map(({ id }) => id);
  let place = 0;
  const ours = async () => {
    const room = rooms[place++]!;
    const joined = await load.ask('join', { port: server.port, room, tokens, connections });
    await requireOutcome(db, room, crowd);
    return joined;
  };
  const bare = async () => ({
    perSecond: await control.ask('insert', { database, room: rooms[place++]!, users }),
    times: [] as number[],
  });
  await ours();
  await bare();
  // PostgreSQL does this automatically a minute after a table has grown. Until then it plans as for an empty table.
  await sql`analyze`.execute(db);
  const measured = await inTurn(rounds, ours, bare);
  const times = measured.ours.flatMap((joined) => joined.times);
  return {
    ratio: ratioOf(measured, ({ perSecond }) => perSecond),
    joins_per_second: median(measured.ours.map(({ perSecond }) => perSecond)),
    control_per_second: median(measured.control.map(({ perSecond }) => perSecond)),
    p50_ms: quantile(times, 0.5),
    p95_ms: quantile(times, 0.95),
  };
}

/** @throws Error unless exactly as many get in as there are seats. */
async function fillSmallRoom(
  { server, people, newcomers, rooms }: World,
  db: Kysely<JoinTables>,
  load: Worker<JoinLoad>,
): Promise<Record<string, number>> {
  const room = rooms.at(-1)!;
  const answer = await fetch(`${server.url}/api/rooms/${room}/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${people[0]!.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { max_members: seats } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const tokens = newcomers.map(({ token }) => token);
  const { entered, perSecond } = await load.ask('join', { port: server.port, room, tokens, connections });
  if (entered !== seats - 1) throw new Error(`${entered} came into a room with ${seats} seats, one of them taken`);
  await requireOutcome(db, room, entered);
  return { full_per_second: perSecond, full_entered: entered };
}
