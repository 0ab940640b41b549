import type { LibraryTables } from '@matinee/server/features/media/library/library.store.ts';
import { systemClock } from '@matinee/server/kernel/clock.ts';
import { makeIds } from '@matinee/server/kernel/ids.ts';
import { systemRandom } from '@matinee/server/kernel/random.ts';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Benchmark } from '../benchmark.ts';
import { openKysely } from '../database.ts';
import { inTurn, median, quantile } from '../figures.ts';
import { startWorld, type World } from '../world.ts';

/** The most that a room can have is 201 playlists of 1 000 items; this is half of it. */
const large = { playlists: 100, items: 1_000 };
/** The control: a room of usual size. */
const small = { playlists: 1, items: 50 };
const rounds = 6;
/** Number of calls of each kind in a round. */
const calls = 40;
const warmUpCalls = 100;

interface Room {
  readonly id: string;
  readonly playlistId: string;
  readonly mediaIds: readonly string[];
}

/**
 * How long one caller waits for a page of a playlist of 1 000 items in its own order and by name, for a move in it, and
 * for a search over 100 000 items. The control is the same calls, on the same server, in a room with one playlist of 50
 * items; `_ratio` is the time in the large room divided by the control's. Marks: a page, by position or by name, at
 * most 3 times the control; a move at most 3 times, as it tells the order of all items; a search within 100 ms at the
 * 95th percentile.
 */
export const library: Benchmark = {
  name: 'library',
  async run() {
    const world = await startWorld({ people: 1, rooms: 2 });
    try {
      const db = openKysely<LibraryTables>(world.database);
      const [largeRoom, smallRoom] = [await fill(db, world, 0, large), await fill(db, world, 1, small)];
      await sql`analyze media`.execute(db);
      await db.destroy();
      const figures: Record<string, number> = {};
      for (const [name, ask] of Object.entries(asks(world))) {
        const run = (room: Room, count: number) => () => timesOf((n) => ask(room, n), count);
        await run(largeRoom, warmUpCalls)();
        await run(smallRoom, warmUpCalls)();
        const { ours, control } = await inTurn(rounds, run(largeRoom, calls), run(smallRoom, calls));
        const middle = (all: readonly number[][]) => median(all.map((times) => quantile(times, 0.5)));
        figures[`${name}_ms`] = middle(ours);
        figures[`${name}_p95_ms`] = quantile(ours.flat(), 0.95);
        figures[`control_${name}_ms`] = middle(control);
        figures[`${name}_ratio`] = middle(ours) / middle(control);
      }
      return figures;
    } finally {
      await world.stop();
    }
  },
};

/** Writes playlists with items straight into the database. Returns the room with the first of its playlists. */
async function fill(
  db: Kysely<LibraryTables>,
  { rooms, people }: World,
  place: number,
  { playlists, items }: { readonly playlists: number; readonly items: number },
): Promise<Room> {
  const ids = makeIds(systemClock, systemRandom);
  const roomId = rooms[place]!;
  const creatorId = people[0]!.id;
  const filled: Room[] = [];
  for (let n = 0; n < playlists; n++) {
    const playlistId = ids.make('pl');
    const mediaIds = Array.from({ length: items }, () => ids.make('med'));
    await sql`insert into playlists (id, room_id, parent_id, name, creator_id, position, created_at)
      values (${playlistId}, ${roomId}, ${roomId.replace('room_', 'pl_')}, ${`List ${n}`}, ${creatorId}, ${n}, now())`.execute(
      db,
    );
    await sql`insert into media (id, room_id, playlist_id, name, creator_id, source, provider, position, created_at)
      select id, ${roomId}, ${playlistId}, 'Film ' || md5(id) || ' part ' || n, ${creatorId},
        '{"directUrl": {"url": "https://media.example.org/x.mp4"}}', 'direct_url', n, now()
      from unnest(${mediaIds}::text[]) with ordinality m (id, n)`.execute(db);
    filled.push({ id: roomId, playlistId, mediaIds });
  }
  return filled[0]!;
}

/** The measured calls. `n` counts them. @throws Error for any answer but 200. */
function asks({ server, people }: World) {
  const post = async (room: Room, path: string, body: object) => {
    const response = await fetch(`${server.url}/api/rooms/${room.id}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${people[0]!.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
  };
  const list = (room: Room, more: object) => post(room, 'media/list', { page_size: 50, ...more });
  return {
    page: (room: Room, n: number) =>
      list(room, { playlist_id: room.playlistId, page: 1 + (n % (room.mediaIds.length / 50)) }),
    page_by_name: (room: Room) => list(room, { playlist_id: room.playlistId, sort: 'name' }),
    move: (room: Room, n: number) => {
      const [media_id, after_id] = [room.mediaIds[n % 25]!, room.mediaIds.at(-1 - (n % 20))!];
      return post(room, 'media/move', { media_id, after_id });
    },
    search: (room: Room, n: number) => list(room, { recursive: true, search: `${(n * 7919).toString(16)}`.slice(-3) }),
    search_rare: (room: Room, n: number) => list(room, { recursive: true, search: `nowhere ${n}` }),
  };
}

/** How long each of `count` calls takes, one after the other, in milliseconds. */
async function timesOf(ask: (n: number) => Promise<void>, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const startedAtMs = performance.now();
    await ask(n);
    times.push(performance.now() - startedAtMs);
  }
  return times;
}
