import type { DiscoveryTables } from '@matinee/server/features/rooms/discovery/discovery.store.ts';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Benchmark } from '../benchmark.ts';
import { openKysely } from '../database.ts';
import { inTurn, median, quantile } from '../figures.ts';
import { startWorld, type World } from '../world.ts';
import { makeAccounts, makeRooms, wordAt } from './fill.ts';

const few = 1_000;
const many = 100_000;
const pageSize = 20;
const rounds = 6;
/** Number of calls of each kind in a round. */
const calls = 40;
const warmUpCalls = 60;

type Ask = (n: number) => Promise<void>;

/**
 * How long one caller waits for a page of the feed in a server with 100 000 public rooms and a million memberships, at
 * the 95th percentile. The control asks the same database for the same page in hand-written SQL: the rooms with their
 * creators, members counted only for the rooms of the page, and the number of all rooms by `count(*)`. `ratio`: our
 * time, with HTTP and JSON, to the control's; `growth`: to ours with 1 000 rooms. `deep` follows a cursor to the middle
 * of the list. The searches are for a word in every sixteenth room, for the first three letters of a word, and for a
 * misspelt word. Marks: `ratio` and `growth` 1.5.
 */
export const discover: Benchmark = {
  name: 'discover',
  async run() {
    const world = await startWorld({ people: 1, rooms: 0 });
    const db = openKysely<DiscoveryTables>(world.database);
    try {
      await makeAccounts(db);
      await makeRooms(db, few);
      const small = await measure(feed(world), byHand(db));
      await makeRooms(db, many - few);
      const large = await measure(feed(world), byHand(db));
      const figures: Record<string, number> = {
        p95_ms: large.p95,
        control_p95_ms: large.controlP95,
        ratio: large.ratio,
        small_p95_ms: small.p95,
        growth: large.p50 / small.p50,
      };
      for (const [name, ask] of Object.entries(await others(world))) {
        await timesOf(ask, 10);
        figures[`${name}_p95_ms`] = quantile(await timesOf(ask, 2 * calls), 0.95);
      }
      return figures;
    } finally {
      await db.destroy();
      await world.stop();
    }
  },
};

async function measure(ours: Ask, control: Ask) {
  await timesOf(ours, warmUpCalls);
  await timesOf(control, 10);
  const measured = await inTurn(
    rounds,
    () => timesOf(ours, calls),
    () => timesOf(control, calls),
  );
  const p95 = quantile(measured.ours.flat(), 0.95);
  const controlP95 = quantile(measured.control.flat(), 0.95);
  const ratio = median(measured.ours.map((times, n) => quantile(times, 0.95) / quantile(measured.control[n]!, 0.95)));
  return { p95, p50: quantile(measured.ours.flat(), 0.5), controlP95, ratio };
}

/** The first pages of the feed, as an account sees them. */
function feed(world: World): Ask {
  return async (n) => void (await ask(world, { page: 1 + (n % 5) }));
}

async function ask({ server, people }: World, query: Record<string, string | number>) {
  const parameters = new URLSearchParams({ page_size: `${pageSize}` });
  for (const [name, value] of Object.entries(query)) parameters.set(name, `${value}`);
  const response = await fetch(`${server.url}/api/user/rooms/discover?${parameters}`, {
    headers: { authorization: `Bearer ${people[0]!.token}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`discover: ${response.status} ${text}`);
  const page = JSON.parse(text) as { rooms: unknown[]; total: number; next_cursor?: string };
  if (page.rooms.length === 0) throw new Error(`nothing was found: ${parameters}`);
  return page;
}

async function others(world: World): Promise<Record<string, Ask>> {
  let { next_cursor: cursor = '' } = await ask(world, { page: many / 2 / pageSize });
  return {
    deep: async () => {
      cursor = (await ask(world, { cursor })).next_cursor!;
    },
    live_first: async () => void (await ask(world, { sort: 'live' })),
    search_word: async (n) => void (await ask(world, { search: wordAt(n) })),
    search_prefix: async (n) => void (await ask(world, { search: wordAt(n).slice(0, 3) })),
    search_slip: async (n) => void (await ask(world, { search: `${wordAt(n).slice(0, 4)}x${wordAt(n).slice(4)}` })),
    search_rare: async (n) => void (await ask(world, { search: `${wordAt(n * 7)} ${n * 31}` })),
  };
}

function byHand(db: Kysely<DiscoveryTables>): Ask {
  return async (n) => {
    const [page] = await Promise.all([
      sql`select r.*, u.username, m.count from (
          select rooms.* from rooms join users u on u.id = rooms.creator_id
          where visibility = 1 and status = 1 and not u.banned and u.deleted_at is null
          order by rooms.created_at desc offset ${pageSize * (n % 5)} limit ${pageSize}
        ) r join users u on u.id = r.creator_id
        cross join lateral (select count(*) from room_members where room_id = r.id) m`.execute(db),
      sql`select count(*) from rooms join users u on u.id = rooms.creator_id
        where visibility = 1 and status = 1 and not u.banned and u.deleted_at is null`.execute(db),
    ]);
    if (page.rows.length !== pageSize) throw new Error('the control found no page');
  };
}

/** How long each of `count` calls takes, one after the other, in milliseconds. */
async function timesOf(call: Ask, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const startedAtMs = performance.now();
    await call(n);
    times.push(performance.now() - startedAtMs);
  }
  return times;
}
