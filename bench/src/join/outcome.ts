/** Checks in the database that people have joined a room correctly. */
import { fromBinary } from '@bufbuild/protobuf';
import { ChatNoticeKind } from '@matinee/contract/gen/service/client/chat_pb.ts';
import { MemberEventKind, ResourceChangedSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Schema } from '@matinee/server/store/gen/schema.ts';
import type { Kysely } from 'kysely';

/** The tables that joining writes. */
export type JoinTables = Pick<Schema, 'room_members' | 'chat_messages' | 'outbox' | 'topics' | 'rooms'>;

/**
 * Requires that a room has `entered` members besides its creator.
 * @throws Error unless each is a member once and was announced once to the room and once to its chat, with totals
 * that rise one by one, and the room's events have no gap.
 */
export async function requireOutcome(db: Kysely<JoinTables>, room: string, entered: number): Promise<void> {
  const members = await db.selectFrom('room_members').select('user_id').where('room_id', '=', room).execute();
  const ids = new Set(members.map(({ user_id }) => user_id));
  requireSame('members', ids.size, entered + 1);
  requireSame('rows of members', members.length, ids.size);
  const lines = await db
    .selectFrom('chat_messages')
    .select('user_id')
    .where('room_id', '=', room)
    .where('notice_kind', '=', ChatNoticeKind.JOINED)
    .execute();
  requireSame('people in the chat', new Set(lines.map(({ user_id }) => user_id)).size, entered);
  requireSame('lines in the chat', lines.length, entered);
  const events = await db.selectFrom('outbox').selectAll().where('topic', '=', room).orderBy('sequence').execute();
  const { sequence: last } = await db
    .selectFrom('topics')
    .select('sequence')
    .where('topic', '=', room)
    .executeTakeFirstOrThrow();
  events.forEach(({ sequence }, place) => void requireSame('place of an event', Number(sequence), place + 1));
  requireSame('place of the last event', Number(last), events.length);
  const told = events.flatMap(({ payload }) => {
    const { resource } = fromBinary(ResourceChangedSchema, payload);
    return resource.case === 'roomMembers' && resource.value.kind === MemberEventKind.JOINED ? [resource.value] : [];
  });
  const newcomers = told.filter(({ members: [member] }) => ids.has(member!.userId)).slice(-entered);
  requireSame('people told', new Set(newcomers.map(({ members: [member] }) => member!.userId)).size, entered);
  newcomers.forEach(({ total }, place) => void requireSame('total told', total, place + 2));
}

function requireSame(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${what}: ${found}, and not ${expected}`);
}
