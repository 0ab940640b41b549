import { createHash } from 'node:crypto';
import { type DescMessage, fromBinary, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Tx } from '../../../store/database.ts';
import { chatErrors } from './chat.errors.ts';
import type { ChatTables } from './chat.store.ts';
import * as store from './operations.store.ts';

/** How long the server keeps the answer to a change for retries, in milliseconds. */
export const rememberedMs = 10 * 60_000;

/** A change that its caller can retry. */
export interface Repeatable<I extends DescMessage> {
  readonly roomId: string;
  readonly userId: string;
  readonly schema: I;
  readonly request: MessageShape<I> & { readonly messageId: string; readonly clientOperationId?: string | undefined };
}

/**
 * Makes a change once. A caller who repeats it within ten minutes gets the first answer, even when both requests arrive
 * at once on different replicas. A refused change may be retried. The answer is not kept if the message was deleted
 * since. [CH12] [CH13] @throws AppError `chat.operation_reused` for another request under the same id.
 */
export async function once<I extends DescMessage, O extends DescMessage>(
  tx: Tx,
  clock: Clock,
  { roomId, userId, schema, request }: Repeatable<I>,
  answerSchema: O,
  change: () => Promise<MessageShape<O>>,
): Promise<MessageShape<O>> {
  const { clientOperationId } = request;
  if (clientOperationId === undefined) return change();
  const queries = tx.query<ChatTables>();
  const nowMs = clock.nowMs();
  const hash = createHash('sha256').update(schema.typeName).update('\0').update(toBinary(schema, request)).digest();
  const operation = { room_id: roomId, user_id: userId, operation_id: clientOperationId };
  const claim = { ...operation, message_id: request.messageId, request_hash: hash, applied_at: dateOf(nowMs) };
  if (!(await store.claimOperation(queries, claim, dateOf(nowMs - rememberedMs)))) {
    const before = await store.findOperation(queries, operation);
    if (before?.answer == null || !hash.equals(before.request_hash)) throw chatErrors.operation_reused();
    return fromBinary(answerSchema, before.answer);
  }
  const answer = await change();
  tx.finish(store.keepingAnswer(queries, operation, Buffer.from(toBinary(answerSchema, answer))));
  return answer;
}
