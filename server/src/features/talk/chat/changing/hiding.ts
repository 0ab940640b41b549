import { ChatEventKind } from '@matinee/contract/gen/service/client/chat_pb.ts';
import { ChatPinEventKind } from '@matinee/contract/gen/service/client/chat_pins_pb.ts';
import type { Tx } from '../../../../store/database.ts';
import { rewritingEvents } from '../../../../store/events/erasing.ts';
import type { ChatFiles } from '../../../files/files/files.port.ts';
import * as store from '../chat.store.ts';
import { chatPayload, openTeller } from '../chat-events.ts';
import { toSharedMessage } from '../chat-messages.ts';
import { forgettingAnswers } from '../operations.store.ts';
import { deleteAdditions, listReactionEvents } from '../reactions/reactions.store.ts';

interface Deletion {
  readonly actorId: string;
  readonly reason: string;
  readonly at: Date;
}

/**
 * Hides a message from everyone, with its files, reactions and pin. Empties the stored events about it, so that a
 * client that resumes from an earlier event cannot read it. Deletes the stored answers for repeated changes. Sends the
 * deletion to the room. [CH13] [CH38]
 */
export async function hideMessage(
  files: Pick<ChatFiles, 'drop'>,
  tx: Tx,
  row: store.ViewedMessage,
  { actorId, reason, at }: Deletion,
  clientOperationId: string | undefined,
): Promise<store.ViewedMessage> {
  const queries = tx.query<store.ChatTables>();
  const change = { deleted_at: at, delete_actor_id: actorId, delete_reason: reason, version: row.version + 1 };
  const hidden = { ...row, ...change, reactions: [], attachments: [], is_pinned: false };
  const message = toSharedMessage(hidden);
  const [reacted, , teller] = await Promise.all([
    listReactionEvents(queries, row.id),
    row.attachments.length > 0 && files.drop(tx, row.id),
    openTeller(tx, row.room_id),
  ]);
  const told = { kind: ChatEventKind.DELETED, message };
  teller.chat(clientOperationId === undefined ? told : { ...told, clientOperationId });
  teller.erased();
  if (row.is_pinned) teller.pins({ kind: ChatPinEventKind.UNPINNED, unpinnedMessageId: row.id, actorId });
  const places = [...row.event_sequences, ...reacted];
  const husks = places.map((sequence) => ({ sequence, payload: chatPayload(sequence, told) }));
  tx.finish(store.hidingMessage(queries, row.id, change));
  for (const statement of deleteAdditions(queries, row.id)) tx.finish(statement);
  const own = clientOperationId === undefined ? undefined : { user_id: actorId, operation_id: clientOperationId };
  tx.finish(forgettingAnswers(queries, [row.id], own));
  if (husks.length > 0) tx.finish(rewritingEvents(tx, [{ topic: row.room_id, husks }]));
  return hidden;
}
