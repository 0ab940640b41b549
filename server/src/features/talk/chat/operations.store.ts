import { type Compilable, type Insertable, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Db } from './chat.store.ts';

type OperationKey = Pick<Selectable<Schema['chat_operations']>, 'room_id' | 'user_id' | 'operation_id'>;

/**
 * Claims an operation id for this transaction, and waits for another transaction that holds it. False: the operation
 * was applied after `since`.
 */
export async function claimOperation(
  db: Db,
  claim: Insertable<Schema['chat_operations']>,
  since: Date,
): Promise<boolean> {
  const claimed = await db
    .insertInto('chat_operations')
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .columns(['room_id', 'user_id', 'operation_id'])
        .doUpdateSet((row) => ({
          message_id: row.ref('excluded.message_id'),
          request_hash: row.ref('excluded.request_hash'),
          applied_at: row.ref('excluded.applied_at'),
          answer: null,
        }))
        .where('chat_operations.applied_at', '<=', since),
    )
    .returning('operation_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export function findOperation(db: Db, { room_id, user_id, operation_id }: OperationKey) {
  return db
    .selectFrom('chat_operations')
    .select(['request_hash', 'answer'])
    .where('room_id', '=', room_id)
    .where('user_id', '=', user_id)
    .where('operation_id', '=', operation_id)
    .executeTakeFirst();
}

/** The statement that keeps the answer to the operation. */
export function keepingAnswer(db: Db, { room_id, user_id, operation_id }: OperationKey, answer: Buffer): Compilable {
  return db
    .updateTable('chat_operations')
    .set({ answer })
    .where('room_id', '=', room_id)
    .where('user_id', '=', user_id)
    .where('operation_id', '=', operation_id);
}

/** The statement that deletes the stored answers to changes of these messages, except the operation `but`. */
export function forgettingAnswers(
  db: Db,
  messageIds: readonly string[],
  but?: Pick<OperationKey, 'user_id' | 'operation_id'>,
): Compilable {
  return db
    .deleteFrom('chat_operations')
    .where('message_id', '=', sql<string>`any(${[...messageIds]}::text[])`)
    .$if(but !== undefined, (q) =>
      q.where((row) => row.not(row.and({ user_id: but!.user_id, operation_id: but!.operation_id }))),
    );
}

/** Deletes the operations that were applied at `until` or earlier. */
export async function deleteOperations(db: Db, until: Date): Promise<void> {
  await db.deleteFrom('chat_operations').where('applied_at', '<=', until).execute();
}
