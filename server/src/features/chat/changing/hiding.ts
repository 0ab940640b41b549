import { ChatEventKind } from '@matinee/contract/gen/service/client/chat_pb.ts';
import { ChatPinEventKind } from '@matinee/contract/gen/service/client/chat_pins_pb.ts';
import type { Tx } from '../../../store/database.ts';
import * as store from '../chat.store.ts';
import { chatPayload, openTeller } from '../chat-events.ts';
import { toSharedMessage } from '../chat-messages.ts';
import { deleteAdditions } from '../reactions/reactions.store.ts';
import * as erasing from './erasing.store.ts';

interface Deletion {
  readonly actorId: string;
  readonly reason: string;
  readonly at: Date;
}

/**
 * Hides a message from everybody: with its reactions and its pin, and out of the events that were stored about it, so that who resumes
 * from an earlier one does not read it either. Tells the room. [CH13]
 */
export async function hideMessage(
  tx: Tx,
  row: store.ViewedMessage,
  { actorId, reason, at }: Deletion,
  clientOperationId: string | undefined,
): Promise<store.ViewedMessage> {
  const queries = tx.query<store.ChatTables>();
  const change = { deleted_at: at, delete_actor_id: actorId, delete_reason: reason, version: row.version + 1 };
  const hidden = { ...row, ...change, reactions: [], is_pinned: false };
  const message = toSharedMessage(hidden);
  const teller = await openTeller(tx, row.room_id);
  const told = { kind: ChatEventKind.DELETED, message };
  teller.chat(clientOperationId === undefined ? told : { ...told, clientOperationId });
  teller.erased();
  if (row.is_pinned) teller.pins({ kind: ChatPinEventKind.UNPINNED, unpinnedMessageId: row.id, actorId });
  const husks = row.event_sequences.map((sequence) => ({ sequence, payload: chatPayload(sequence, told) }));
  tx.finish(store.hidingMessage(queries, row.id, change));
  for (const statement of deleteAdditions(queries, row.id)) tx.finish(statement);
  if (husks.length > 0) tx.finish(erasing.rewritingEvents(queries, [{ topic: row.room_id, husks }]));
  return hidden;
}
