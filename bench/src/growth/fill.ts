/** A server that has been used for years, written straight into the database. */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Number of rows per statement. */
const batch = 250_000;

/** Half of the messages are in `room`, the others in ten thousand other rooms. */
export async function fillMessages(db: Kysely<never>, room: string, author: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += batch) {
    const last = Math.min(count, done + batch);
    await sql`insert into chat_messages
      (id, room_id, user_id, client_message_id, content, display_position, display_color, created_at, event_sequences)
      select 'msg_0' || lpad(n::text, 25, '0'), case n % 2 when 0 then ${room} else r.id end, ${author}, 'filled ' || n,
        'and then ' || md5(n::text) || ' ' || n, '', '', now() - make_interval(secs => ${count} - n), '{}'
      from generate_series(${done + 1}::int, ${last}::int) n
      join (select id, row_number() over () as place from rooms limit 10000) r on r.place = 1 + n % 10000`.execute(db);
  }
  await sql`vacuum analyze chat_messages`.execute(db);
}

/** Events of the rooms, as many for each. */
export async function fillEvents(db: Kysely<never>, count: number): Promise<void> {
  await sql`insert into outbox (topic, sequence, kind, payload, created_at)
    select id, 1000000 + n, 'filled', decode(md5(n::text), 'hex'), now()
    from (select id from rooms where name <> 'Room 0' order by id limit 100000) r,
      generate_series(1, ${Math.ceil(count / 100_000)}::int) n`.execute(db);
  await sql`vacuum analyze outbox`.execute(db);
}
