import type { MemberTables } from '@matinee/server/features/rooms/members/members.store.ts';
import { sql } from 'kysely';
import type { Benchmark } from '../benchmark.ts';
import { openKysely } from '../database.ts';
import { inTurn, median, quantile, ratioOf } from '../figures.ts';
import { startWorker } from '../worker.ts';
import { startWorld, type World } from '../world.ts';
import type { ChatControl } from './control.ts';
import type { ChatLoad } from './load.ts';

const members = 100;
/** Number of people who send at the same time. Each connection may send 50 frames a second. */
const senders = 100;
const rounds = 6;
const roundMs = 1_500;
const warmUpMs = 1_500;
/** Number of messages in the large room, and in its control. */
const large = 1_000_000;
const small = 1_000;
const reads = 200;

/**
 * Durable messages a second in one room, compared with bare inserts of the same rows in one transaction each (mark:
 * `ratio` at least 0.5). How long a message takes until the last of 100 members has it, also while one of them floods
 * the room (`flooded_growth` compares the two). How long a page of the history and a search take in a room of a million
 * messages; `growth` compares its page with one in a room of a thousand. The searches: for a word in every other
 * message, for a word in a few messages, and for a word in no message.
 */
export const chat: Benchmark = {
  name: 'chat',
  async run() {
    const world = await startWorld({ people: members, rooms: 4, settings: { 'chat.maxMessagesPerRoom': 0 } });
    try {
      const sent = await measureSending(world);
      const db = openKysely<MemberTables>(world.database);
      const authors = world.people.map(({ id }) => id);
      for (const [place, count] of [
        [2, large],
        [3, small],
      ] as const)
        await fill(db, world.rooms[place]!, authors, count);
      await sql`vacuum analyze chat_messages`.execute(db);
      await db.destroy();
      return { ...sent, ...(await measureReading(world)) };
    } finally {
      await world.stop();
    }
  },
};

async function measureSending({ server, database, people, rooms }: World): Promise<Record<string, number>> {
  const load = await startWorker<ChatLoad>(new URL('load.ts', import.meta.url));
  const control = await startWorker<ChatControl>(new URL('control.ts', import.meta.url));
  try {
    const path = `/ws/rooms/${rooms[0]}`;
    const seats = people.map(({ token }) => ({ port: server.port, path, token }));
    const users = people.slice(0, senders).map(({ id }) => id);
    const ours = (ms: number) => () => load.ask('send', { seats: seats.slice(0, senders), ms });
    const bare = (ms: number) => () => control.ask('insert', { database, room: rooms[1]!, users, ms });
    await ours(warmUpMs)();
    await bare(warmUpMs)();
    // PostgreSQL does this automatically a minute after a table has grown. Until then it plans as for an empty table.
    const db = openKysely<MemberTables>(database);
    await sql`analyze`.execute(db);
    await db.destroy();
    const sent = await inTurn(rounds, ours(roundMs), bare(roundMs));
    const received = await load.ask('receive', { seats, count: 300, everyMs: 20 });
    const others = seats.slice(0, -1);
    const flooded = await inTurn(
      2,
      () => load.ask('receive', { seats: others, count: 100, everyMs: 20, flooder: seats.at(-1)! }),
      () => load.ask('receive', { seats: others, count: 100, everyMs: 20 }),
    );
    return {
      ratio: ratioOf(sent, (perSecond) => perSecond),
      sends_per_second: median(sent.ours),
      control_per_second: median(sent.control),
      receipt_ms: quantile(received, 0.5),
      receipt_p99_ms: quantile(received, 0.99),
      flooded_p99_ms: quantile(flooded.ours.flat(), 0.99),
      flooded_growth: ratioOf(flooded, (times) => quantile(times, 0.5)),
    };
  } finally {
    await Promise.all([load.stop(), control.stop()]);
  }
}

/** Writes messages straight into the database: half of them with one word, and each with a unique number. */
async function fill(
  db: ReturnType<typeof openKysely<MemberTables>>,
  room: string,
  authors: readonly string[],
  count: number,
): Promise<void> {
  await sql`insert into chat_messages
      (id, room_id, user_id, client_message_id, content, display_position, display_color, created_at, event_sequences)
    select 'msg_0' || substring(md5(${room}) for 5) || lpad(n::text, 20, '0'), ${room}, (${authors}::text[])[1 + n % ${authors.length}],
      'filled ' || n, case n % 2 when 0 then 'popcorn ' else 'tea ' end || md5(n::text) || ' ' || n, '', '',
      now() - make_interval(secs => ${count} - n), '{}'
    from generate_series(1, ${count}::int) n`.execute(db);
}

/** Measures pages from anywhere in the history, and searches, in the large room and the small one in turn. */
async function measureReading({ server, people, rooms }: World): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${people[0]!.token}` };
  const read = async (room: string, path: string) => {
    const startedAtMs = performance.now();
    const response = await fetch(`${server.url}/api/rooms/${room}/chat/${path}`, { headers });
    const body = (await response.json()) as { messages: { id: string }[] };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
    return { ms: performance.now() - startedAtMs, messages: body.messages };
  };
  const [ours, control] = [await startOf(read, rooms[2]!, large), await startOf(read, rooms[3]!, small)];
  const figures: Record<string, number> = {};
  for (const [name, pathOf] of Object.entries(asked)) {
    const run = (room: Filled) => async () => {
      const times: number[] = [];
      for (let n = 0; n < reads / rounds; n++) times.push((await read(room.id, pathOf(room, n))).ms);
      return times;
    };
    await run(ours)();
    await run(control)();
    const measured = await inTurn(rounds, run(ours), run(control));
    figures[`${name}_p95_ms`] = quantile(measured.ours.flat(), 0.95);
    figures[`${name}_growth`] = ratioOf(measured, (times) => quantile(times, 0.5));
  }
  return figures;
}

interface Filled {
  readonly id: string;
  /** The beginning of its message ids, before their number. */
  readonly start: string;
  readonly count: number;
}

async function startOf(
  read: (room: string, path: string) => Promise<{ messages: { id: string }[] }>,
  id: string,
  count: number,
): Promise<Filled> {
  const { messages } = await read(id, 'history?page_size=1');
  return { id, count, start: messages[0]!.id.slice(0, -20) };
}

/** The measured calls. `n` counts them. */
const asked: Record<string, (room: Filled, n: number) => string> = {
  history: ({ start, count }, n) => {
    const place = 100 + ((n * 7_919_993) % (count - 100));
    return `history?page_size=50&before_message_id=${start}${String(place).padStart(20, '0')}`;
  },
  search: () => 'search?query=popcorn',
  search_few: (_, n) => `search?query=${((n + 17) * 104_729).toString(16).slice(0, 4)}`,
  search_none: (_, n) => `search?query=nobody%20said%20${n}`,
};
