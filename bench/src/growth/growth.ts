/**
 * Reads and writes in a server with one room beside the same in that server years later: 100 000 rooms with a million
 * members, and millions of messages and events. `growth` is the later time as a multiple of the earlier one. Mark: 1.5
 * for each kind; those above are named on standard error.
 */
import type { DiscoveryTables } from '@matinee/server/features/rooms/discovery/discovery.store.ts';
import type { Benchmark } from '../benchmark.ts';
import { openKysely } from '../database.ts';
import { makeAccounts, makeRooms } from '../discover/fill.ts';
import { median, quantile } from '../figures.ts';
import { findReads, timeRead } from '../reads.ts';
import { startWorld, type World } from '../world.ts';
import { fillEvents, fillMessages } from './fill.ts';

const rooms = 100_000;
/** Ten million take half an hour to write: `BENCH_MESSAGES=10000000`. */
const messages = Number(process.env['BENCH_MESSAGES'] ?? 1_000_000);
const events = 1_000_000;
const warmUpRounds = 30;
const rounds = 60;
const mark = 1.5;

/** Names of kinds of requests, and how long one took, in milliseconds. */
type Times = Map<string, number[]>;

export const growth: Benchmark = {
  name: 'growth',
  limitMs: 3_600_000,
  async run() {
    const world = await startWorld({ people: 3, rooms: 1 });
    const db = openKysely<DiscoveryTables>(world.database);
    try {
      const early = await measure(world, 'early');
      await makeAccounts(db);
      await makeRooms(db, rooms);
      await fillMessages(db as never, world.rooms[0]!, world.people[1]!.id, messages);
      await fillEvents(db as never, events);
      const late = await measure(world, 'late');
      return compare(early, late);
    } finally {
      await db.destroy();
      await world.stop();
    }
  },
};

function compare(early: Times, late: Times): Record<string, number> {
  const all = [...early].map(([name, times]) => ({ name, earlyMs: median(times), lateMs: median(late.get(name)!) }));
  const growths = all.map(({ earlyMs, lateMs }) => lateMs / earlyMs);
  for (const { name, earlyMs, lateMs } of all)
    if (lateMs / earlyMs > mark)
      process.stderr.write(`${name}: ${earlyMs.toFixed(1)} ms, later ${lateMs.toFixed(1)} ms\n`);
  return {
    ...{ kinds: all.length, messages, median_growth: median(growths), p90_growth: quantile(growths, 0.9) },
    ...{ worst_growth: Math.max(...growths), above_mark: growths.filter((one) => one > mark).length },
    worst_ms: Math.max(...all.map(({ lateMs }) => lateMs)),
  };
}

async function measure(world: World, name: string): Promise<Times> {
  const { token } = world.people[0]!;
  const kinds = new Map<string, (n: number) => Promise<number>>(Object.entries(writes(world, name)));
  for (const read of await findReads(world.server, token, world.rooms[0]!))
    kinds.set(read.name, () => timeRead(world.server, token, read));
  const times: Times = new Map([...kinds.keys()].map((kind) => [kind, []]));
  for (let round = 0; round < warmUpRounds + rounds; round++)
    for (const [kind, ask] of kinds) {
      const ms = await ask(round);
      if (round >= warmUpRounds) times.get(kind)!.push(ms);
    }
  return times;
}

/** Writes that members make all evening. Each returns its duration in milliseconds. */
function writes({ server, people, rooms: [room] }: World, name: string) {
  const [owner, , other] = people.map(({ token }) => token) as [string, string, string];
  async function send(verb: string, path: string, body: object | undefined, token = owner) {
    const askedMs = performance.now();
    const response = await fetch(`${server.url}/api/${path}`, {
      method: verb,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${verb} ${path}: ${response.status} ${text}`);
    return { ms: performance.now() - askedMs, answer: JSON.parse(text) };
  }
  const source = { direct_url: { url: 'https://media.example.org/film.mp4' } };
  return {
    'send a message': async (n: number) => {
      const body = { content: `message ${n}`, client_message_id: `${name} ${n}` };
      return (await send('POST', `rooms/${room}/chat/messages`, body)).ms;
    },
    jump: async (n: number) => (await send('PATCH', `rooms/${room}/playback`, { position_seconds: 10 + n })).ms,
    'add an item': async (n: number) => {
      const { ms, answer } = await send('POST', `rooms/${room}/media`, { name: `film ${n}`, source });
      await send('DELETE', `rooms/${room}/media/${answer.media.id}`, undefined);
      return ms;
    },
    'open a room': async (n: number) => (await send('POST', 'rooms', { name: `Room of ${name} ${n}` }, other)).ms,
  };
}
