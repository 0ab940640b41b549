import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns the answers to starts. Reads the people who gave them, and whether their accounts still exist. */
export type AnswersTables = Pick<Schema, 'schedule_answers' | 'schedules' | 'room_members'> & {
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name' | 'banned' | 'deleted_at'>;
};

type Db = Kysely<AnswersTables>;

/** How many people gave each answer to a start. */
export interface CountedAnswers {
  readonly schedule_id: string;
  readonly coming: number;
  readonly maybe: number;
  readonly not_coming: number;
}

/** Answers of people who are still members of their rooms, and not banned. */
function standing(db: Db) {
  return db
    .selectFrom('schedule_answers as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('room_members as m', (join) =>
      join.onRef('m.room_id', '=', 'a.room_id').onRef('m.user_id', '=', 'a.user_id'),
    )
    .where('u.banned', '=', false)
    .where('u.deleted_at', 'is', null);
}

export async function countAnswers(db: Db, scheduleIds: readonly string[]): Promise<Map<string, CountedAnswers>> {
  if (scheduleIds.length === 0) return new Map();
  const rows = await standing(db)
    .select('a.schedule_id')
    .select(sql<number>`(count(*) filter (where a.answer = 1))::int`.as('coming'))
    .select(sql<number>`(count(*) filter (where a.answer = 2))::int`.as('maybe'))
    .select(sql<number>`(count(*) filter (where a.answer = 3))::int`.as('not_coming'))
    // Filtered by room, the first column of the primary key.
    .where('a.room_id', 'in', (e) => e.selectFrom('schedules').select('room_id').where('id', 'in', scheduleIds))
    .where('a.schedule_id', 'in', scheduleIds)
    .groupBy('a.schedule_id')
    .execute();
  return new Map(rows.map((row) => [row.schedule_id, row]));
}

interface AnswerKey {
  readonly room_id: string;
  readonly schedule_id: string;
}

/** The people who answered: coming, then maybe, then not coming, each group by the time of the answer. */
export function listAnswers(db: Db, { room_id, schedule_id }: AnswerKey, limit: number) {
  return standing(db)
    .select(['u.id', 'u.username', 'u.display_name', 'a.answer', 'a.answered_at'])
    .where('a.room_id', '=', room_id)
    .where('a.schedule_id', '=', schedule_id)
    .orderBy('a.answer')
    .orderBy('a.answered_at')
    .orderBy('u.id')
    .limit(limit)
    .execute();
}

export async function findAnswer(db: Db, key: AnswerKey, userId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('schedule_answers')
    .select('answer')
    .where('room_id', '=', key.room_id)
    .where('user_id', '=', userId)
    .where('schedule_id', '=', key.schedule_id)
    .executeTakeFirst();
  return row?.answer;
}

/** Replaces a person's answer; deletes it if `answer` is missing. */
export async function putAnswer(
  db: Db,
  { room_id, schedule_id }: AnswerKey,
  { userId: user_id, answer, at: answered_at }: { userId: string; answer: number | undefined; at: Date },
): Promise<void> {
  if (answer === undefined) {
    await db.deleteFrom('schedule_answers').where('room_id', '=', room_id).where('user_id', '=', user_id).execute();
    return;
  }
  await db
    .insertInto('schedule_answers')
    .values({ room_id, schedule_id, user_id, answer, answered_at })
    .onConflict((conflict) =>
      conflict.columns(['room_id', 'user_id']).doUpdateSet({ schedule_id, answer, answered_at }),
    )
    .execute();
}

export async function deleteAnswers(db: Db, roomId: string): Promise<void> {
  await db.deleteFrom('schedule_answers').where('room_id', '=', roomId).execute();
}

/** Increments the version of the answers. @returns the new version */
export async function raiseAnswersVersion(db: Db, roomId: string): Promise<number> {
  const row = await db
    .updateTable('schedules')
    .set((e) => ({ answers_version: e('answers_version', '+', 1) }))
    .where('room_id', '=', roomId)
    .returning('answers_version')
    .executeTakeFirstOrThrow();
  return row.answers_version;
}
