/** The same rows as for a chat message, in one transaction each, without other code around them. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DatabasePlace } from '../database.ts';
import { serveTasks } from '../worker.ts';

interface Inserts {
  readonly database: DatabasePlace;
  readonly room: string;
  readonly users: readonly string[];
  readonly ms: number;
}

/** The message with all its columns, and its event: one statement is one transaction and one round trip. */
const statement = `with message as (
    insert into chat_messages (id, room_id, user_id, client_message_id, content, display_position, display_color, metadata,
      playback_media_id, playback_playlist_id, playback_position_seconds, created_at, version, mentions, event_sequences)
    values ($1, $2, $3, $1, $4, '', '', null, 'med_1', 'pl_1', 1.5, now(), 1, '[]', array[$5::bigint])
  ) insert into outbox (topic, sequence, kind, payload, created_at) values ($2, $5, 'chatEvents', $6, now())`;
/** Length of the event of a chat message, in bytes. */
const payloadBytes = 330;

let sequence = 1_000_000;
let pool: pg.Pool | undefined;

const tasks = {
  /**
   * Inserts as many as it can over ten connections, as many at a time as there are users. Returns the number per
   * second.
   */
  async insert({ database, room, users, ms }: Inserts): Promise<number> {
    pool ??= new pg.Pool({ ...database, max: 10 });
    const connections = pool;
    let stored = 0;
    const startedAtMs = performance.now();
    const inserters = users.map(async (user) => {
      while (performance.now() < startedAtMs + ms) {
        const place = sequence++;
        const id = `msg_c${String(place).padStart(25, '0')}`;
        const values = [id, room, user, `Did you see that? ${id}`, place, randomBytes(payloadBytes)];
        await connections.query({ name: 'message', text: statement, values });
        stored += 1;
      }
    });
    await Promise.all(inserters);
    return stored / ((performance.now() - startedAtMs) / 1000);
  },
};

export type ChatControl = typeof tasks;
serveTasks(tasks);
