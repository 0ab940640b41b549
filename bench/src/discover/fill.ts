/** Rooms with members, written straight into the database. */
import type { DiscoveryTables } from '@matinee/server/features/rooms/discovery/discovery.store.ts';
import { systemClock } from '@matinee/server/kernel/clock.ts';
import { makeIds } from '@matinee/server/kernel/ids.ts';
import { systemRandom } from '@matinee/server/kernel/random.ts';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Number of accounts of creators and members. */
const accounts = 10_000;
const membersOfRoom = 10;
/** Number of rooms per statement. */
const batch = 5_000;

const words = (
  'casablanca metropolis vertigo western comedy midnight matinee silent colour classic festival science fiction horror romance ' +
  'documentary animation family friday sunday football opera concert cartoon thriller mystery adventure marathon trilogy premiere'
).split(' ');

/** Makes the accounts of creators and members. */
export async function makeAccounts(db: Kysely<DiscoveryTables>): Promise<void> {
  await sql`insert into users (id, username, username_key, role, created_at)
    select 'usr_' || lpad(n::text, 26, '0'), 'account_' || n, 'account_' || n, 1, now()
    from generate_series(1, ${accounts}::int) n`.execute(db);
}

/** Creates `count` public rooms with ten members each, and updates the statistics of PostgreSQL. */
export async function makeRooms(db: Kysely<DiscoveryTables>, count: number): Promise<void> {
  const ids = makeIds(systemClock, systemRandom);
  for (let done = 0; done < count; done += batch) {
    const rooms = Array.from({ length: Math.min(batch, count - done) }, (_, n) => ({
      id: ids.make('room'),
      name: `${wordAt(n * 7)} ${wordAt(n * 13 + 5)} ${done + n}`,
      description: `We see ${wordAt(n * 3)} and ${wordAt(n * 11)}, and talk about it for as long as it takes`,
    }));
    await sql`with made as (
        insert into rooms (id, name, description, creator_id, status, visibility, created_at)
        select id, name, description, 'usr_' || lpad((1 + n % ${accounts}::int)::text, 26, '0'), 1, 1, now()
        from unnest(${rooms.map(({ id }) => id)}::text[], ${rooms.map(({ name }) => name)}::text[],
          ${rooms.map(({ description }) => description)}::text[]) with ordinality r (id, name, description, n)
        returning id)
      select count(*) from made`.execute(db);
    await sql`insert into room_members (room_id, user_id, role, joined_at)
      select id, 'usr_' || lpad((1 + (n * 37 + m * 101) % ${accounts}::int)::text, 26, '0'), 2, now()
      from unnest(${rooms.map(({ id }) => id)}::text[]) with ordinality r (id, n),
        generate_series(1, ${membersOfRoom}::int) m`.execute(db);
  }
  for (const table of ['rooms', 'room_members', 'listed_rooms', 'users'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}

/** A word that many rooms have. */
export function wordAt(n: number): string {
  return words[n % words.length]!;
}
