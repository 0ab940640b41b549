import type { Selectable } from 'kysely';
import { type ChatTables, type Db, messages, type ViewedMessage } from '../chat.store.ts';

export type PinRow = Selectable<ChatTables['chat_pins']>;
/** A pin, the names of the member who pinned it, and its message. */
export interface ListedPin {
  readonly pin: PinRow & { readonly pinned_by_username: string; readonly pinned_by_display_name: string };
  readonly message: ViewedMessage;
}

/** Pins of a room, newest first. */
export async function listPins(db: Db, roomId: string, viewerId: string): Promise<ListedPin[]> {
  const pins = await db
    .selectFrom('chat_pins')
    .innerJoin('users', 'users.id', 'chat_pins.pinned_by')
    .selectAll('chat_pins')
    .select(['users.username as pinned_by_username', 'users.display_name as pinned_by_display_name'])
    .where('room_id', '=', roomId)
    .orderBy('pinned_at', 'desc')
    .orderBy('message_id', 'desc')
    .execute();
  if (pins.length === 0) return [];
  const ids = pins.map(({ message_id }) => message_id);
  const rows = await messages(db, roomId, viewerId).where('chat_messages.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return pins.flatMap((pin) => {
    const message = byId.get(pin.message_id);
    return message ? [{ pin, message }] : [];
  });
}

export async function countPins(db: Db, roomId: string): Promise<number> {
  const { count } = await db
    .selectFrom('chat_pins')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function upsertPin(db: Db, row: PinRow): Promise<void> {
  await db
    .insertInto('chat_pins')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('message_id').doUpdateSet({ note: row.note, pinned_by: row.pinned_by, pinned_at: row.pinned_at }),
    )
    .execute();
}

/** False: the message was not pinned. */
export async function deletePin(db: Db, roomId: string, messageId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('chat_pins')
    .where('room_id', '=', roomId)
    .where('message_id', '=', messageId)
    .returning('message_id')
    .executeTakeFirst();
  return deleted !== undefined;
}
