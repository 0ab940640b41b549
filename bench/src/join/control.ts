/** The same rows as for a person who joins a room, in one transaction each, without other code around them. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type DatabasePlace, poolSize } from '../database.ts';
import { serveTasks } from '../worker.ts';

interface Inserts {
  readonly database: DatabasePlace;
  readonly room: string;
  readonly users: readonly string[];
}

/** The member, the notice in the chat, and the events of both: one statement is one transaction and one round trip. */
const statement = `with member as (
    insert into room_members (room_id, user_id, role, joined_at) values ($1, $2, 2, now())
  ), line as (
    insert into chat_messages (id, room_id, user_id, client_message_id, content, display_position, display_color, created_at, version,
      mentions, notice_kind, event_sequences)
    values ($3, $1, $2, $3, '', '', '', now(), 1, '[]', 1, array[$4::bigint + 1])
  ) insert into outbox (topic, sequence, kind, payload, created_at)
    values ($1, $4, 'roomMembers', $5, now()), ($1, $4::bigint + 1, 'chatNotices', $6, now())`;
/** Lengths of the two events, in bytes. */
const memberBytes = 110;
const lineBytes = 130;

let sequence = 1_000_000;
let pool: pg.Pool | undefined;

const tasks = {
  /** Inserts them all, over as many connections as the server has. Returns the number per second. */
  async insert({ database, room, users }: Inserts): Promise<number> {
    pool ??= new pg.Pool({ ...database, max: poolSize });
    const connections = pool;
    const startedAtMs = performance.now();
    await Promise.all(
      users.map((user) => {
        sequence += 2;
        const id = `msg_c${String(sequence).padStart(25, '0')}`;
        const values = [room, user, id, sequence, randomBytes(memberBytes), randomBytes(lineBytes)];
        return connections.query({ name: 'join', text: statement, values });
      }),
    );
    return users.length / ((performance.now() - startedAtMs) / 1000);
  },
};

export type JoinControl = typeof tasks;
serveTasks(tasks);
