import { RoomStatus } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';

interface Counts {
  users: number;
  banned_users: number;
  deleted_users: number;
  rooms: number;
  banned_rooms: number;
  messages: number;
  database_size_bytes: number;
  database_version: string;
  settings_version: number;
}

/**
 * Counts everything in one round trip. Above 100 000 messages, their number is the planner's estimate: counting would
 * read the whole table.
 */
export async function readCounts(db: Kysely<unknown>): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select u.*, r.*, m.*,
      pg_database_size(current_database())::float8 as database_size_bytes,
      current_setting('server_version') as database_version,
      (select version::float8 from settings_state) as settings_version
    from
      (select count(*) filter (where deleted_at is null)::int as users,
        count(*) filter (where banned and deleted_at is null)::int as banned_users,
        count(*) filter (where deleted_at is not null and erased_at is null)::int as deleted_users
      from users) u,
      (select count(*)::int as rooms,
        count(*) filter (where status = ${RoomStatus.BANNED})::int as banned_rooms
      from rooms where deleted_at is null) r,
      (select case when c.reltuples > 100000 then c.reltuples::float8
          else (select count(*)::float8 from chat_messages) end as messages
        from pg_class c where c.oid = 'chat_messages'::regclass) m`.execute(db);
  return rows[0]!;
}
