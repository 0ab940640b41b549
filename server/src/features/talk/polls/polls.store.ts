import { type Compilable, type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns polls, their options and votes; reads the names of people. */
export type PollsTables = Pick<Schema, 'poll_options' | 'poll_votes' | 'polls'> & {
  users: Pick<Schema['users'], 'id' | 'username' | 'display_name'>;
};

export type PollRow = Selectable<PollsTables['polls']>;

/** An option with its votes. */
export interface CountedOption {
  readonly number: number;
  readonly text: string;
  readonly mediaId: string | null;
  readonly votes: number;
}

/** A poll with its creator, its options and their votes. */
export type ViewedPoll = PollRow & {
  readonly creator_username: string;
  readonly creator_display_name: string;
  readonly options: readonly CountedOption[];
  readonly voter_count: number;
};

export type Db = Kysely<PollsTables>;

const countedOptions = sql<CountedOption[]>`(
  select json_agg(json_build_object('number', o.number, 'text', o.text, 'mediaId', o.media_id, 'votes', (
    select count(*)::int from poll_votes v where v.poll_id = o.poll_id and v.option_number = o.number
  )) order by o.number) from poll_options o where o.poll_id = polls.id)`;

const voterCount = sql<number>`(select count(distinct user_id)::int from poll_votes where poll_id = polls.id)`;

function polls(db: Db, roomId: string) {
  return db
    .selectFrom('polls')
    .innerJoin('users', 'users.id', 'polls.creator_id')
    .selectAll('polls')
    .select(['users.username as creator_username', 'users.display_name as creator_display_name'])
    .select([countedOptions.as('options'), voterCount.as('voter_count')])
    .where('polls.room_id', '=', roomId)
    .orderBy('polls.id');
}

/** Oldest first. */
export function listPolls(db: Db, roomId: string): Promise<ViewedPoll[]> {
  return polls(db, roomId).execute();
}

export function findPoll(db: Db, roomId: string, id: string): Promise<ViewedPoll | undefined> {
  return polls(db, roomId).where('polls.id', '=', id).executeTakeFirst();
}

/**
 * The polls, locked against changes until this transaction ends. Two statements in one round trip: the second sees the
 * commits that the first one waited for.
 */
export async function lockPolls(db: Db, roomId: string, ids: readonly string[]): Promise<ViewedPoll[]> {
  const locking = db.selectFrom('polls').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
  const [, rows] = await Promise.all([locking, polls(db, roomId).where('polls.id', 'in', ids).execute()]);
  return rows;
}

/** Locks the ended polls of a room except the last `max` ones. */
export function lockOutdated(db: Db, roomId: string, max: number): Promise<Pick<PollRow, 'id' | 'event_sequences'>[]> {
  const ended = db.selectFrom('polls').select('id').where('room_id', '=', roomId).where('ended_at', 'is not', null);
  return db
    .selectFrom('polls')
    .select(['id', 'event_sequences'])
    .where('id', 'in', ended.orderBy('id', 'desc').offset(max))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function countOpen(db: Db, roomId: string): Promise<number> {
  const { open } = await db
    .selectFrom('polls')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('room_id', '=', roomId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return open;
}

/** Open polls with an end time up to `until`, the earliest first. */
export function listEnding(db: Db, until: Date, limit: number) {
  return db
    .selectFrom('polls')
    .select(['id', 'room_id', 'ends_at'])
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', until)
    .orderBy('ends_at')
    .limit(limit)
    .$narrowType<{ ends_at: Date }>()
    .execute();
}

/** Increments the versions of locked polls. @returns the polls with the votes stored now. */
export async function raiseVersions(db: Db, roomId: string, ids: readonly string[]): Promise<ViewedPoll[]> {
  const raising = db
    .updateTable('polls')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
  const [, rows] = await Promise.all([raising, polls(db, roomId).where('polls.id', 'in', ids).execute()]);
  return rows;
}

export async function insertPoll(
  db: Db,
  row: Insertable<PollsTables['polls']>,
  options: readonly Insertable<PollsTables['poll_options']>[],
): Promise<void> {
  await db.insertInto('polls').values(row).execute();
  await db
    .insertInto('poll_options')
    .values([...options])
    .execute();
}

/** The statement that stores the changes of a poll. */
export function updatingPoll(db: Db, id: string, change: Partial<Omit<PollRow, 'id'>>): Compilable {
  return db.updateTable('polls').set(change).where('id', '=', id);
}

export function deletingPolls(db: Db, ids: readonly string[]): Compilable {
  return db.deleteFrom('polls').where('id', 'in', ids);
}

/** Moves the polls of an account to another one. */
export async function changeCreator(db: Db, fromUserId: string, toUserId: string): Promise<void> {
  await db.updateTable('polls').set({ creator_id: toUserId }).where('creator_id', '=', fromUserId).execute();
}
