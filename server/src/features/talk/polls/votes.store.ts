import { type Insertable, sql } from 'kysely';
import { type Page, readPage } from '../../../store/queries/page.ts';
import type { Db, PollsTables } from './polls.store.ts';

/** A person who votes in a poll. */
export interface Voter {
  readonly pollId: string;
  readonly userId: string;
}

/** Replaces all votes of these people. */
export async function replaceVotes(
  db: Db,
  voters: readonly Voter[],
  votes: readonly Insertable<PollsTables['poll_votes']>[],
): Promise<void> {
  const [pollIds, userIds] = [voters.map(({ pollId }) => pollId), voters.map(({ userId }) => userId)];
  const deleting = db
    .deleteFrom('poll_votes')
    .using(sql`unnest(${pollIds}::text[], ${userIds}::text[])`.as<'voter'>(sql`voter (poll_id, user_id)`))
    .where(sql<boolean>`poll_votes.poll_id = voter.poll_id and poll_votes.user_id = voter.user_id`)
    .execute();
  const inserting =
    votes.length > 0 &&
    db
      .insertInto('poll_votes')
      .values([...votes])
      .execute();
  await Promise.all([deleting, inserting]);
}

/** The options that a user has chosen in the polls of a room, by poll. */
export async function listOwnVotes(db: Db, roomId: string, userId: string): Promise<ReadonlyMap<string, number[]>> {
  const rows = await db
    .selectFrom('poll_votes')
    .innerJoin('polls', 'polls.id', 'poll_votes.poll_id')
    .select(['poll_votes.poll_id', 'poll_votes.option_number'])
    .where('polls.room_id', '=', roomId)
    .where('poll_votes.user_id', '=', userId)
    .orderBy('poll_votes.poll_id')
    .orderBy('poll_votes.option_number')
    .execute();
  const chosen = new Map<string, number[]>();
  for (const { poll_id, option_number } of rows) chosen.set(poll_id, [...(chosen.get(poll_id) ?? []), option_number]);
  return chosen;
}

/** The people who chose an option, the earliest first. */
export function listVoters(db: Db, pollId: string, option: number, page: Page) {
  return readPage(
    db
      .selectFrom('poll_votes')
      .innerJoin('users', 'users.id', 'poll_votes.user_id')
      .select(['users.id', 'users.username', 'users.display_name', 'poll_votes.voted_at'])
      .where('poll_id', '=', pollId)
      .where('option_number', '=', option)
      .orderBy('voted_at')
      .orderBy(sql`users.id`),
    page,
  );
}
