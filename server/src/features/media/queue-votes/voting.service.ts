import { BrowseAccess } from '@matinee/contract/gen/service/client/library_pb.ts';
import { ItemVote, type VoteForItemRequest } from '@matinee/contract/gen/service/client/queue_votes_pb.ts';
import type { Outcome } from '../../../kernel/batcher.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf, pause } from '../../../kernel/clock.ts';
import { batchedWrite } from '../../../store/batched-write.ts';
import type { Database, Tx } from '../../../store/database.ts';
import { listHidden } from '../library/dynamic.store.ts';
import { queueVotesErrors } from './queue-votes.errors.ts';
import * as store from './queue-votes.store.ts';
import { tellVotes, type Votes } from './vote-events.ts';

/** Votes within this time (ms) of the previous ones are stored and sent together, per room. */
const restMs = 250;
/** Votes per statement. With fewer, a crowd that votes at once waits (`npm run bench -- votes`). */
const together = 500;
/** An id that belongs to no user: playlists hidden from it are hidden from some members. */
const nobody = '';

export interface VotingParts {
  readonly db: Database;
  readonly clock: Clock;
}

interface Vote extends store.VoteKey {
  readonly vote: ItemVote;
}

/** Makes the function that votes on an item. [QV1] [QV2] */
export function makeVoteForItem({ db, clock }: VotingParts) {
  const vote = batchedWrite<Vote, Votes>({
    db,
    applyAll: (tx, roomId, votes) => applyAll(tx, roomId, votes, dateOf(clock.nowMs())),
    together,
    rest: () => pause(clock, restMs),
  });
  return async (request: VoteForItemRequest, { room, principal }: Call<UserPrincipal, RoomStanding>) => ({
    votes: await vote(room.roomId, { mediaId: request.mediaId, userId: principal.userId, vote: request.vote }),
  });
}

/** A person's later vote on an item replaces the earlier one. */
async function applyAll(tx: Tx, roomId: string, votes: readonly Vote[], votedAt: Date): Promise<Outcome<Votes>[]> {
  const queries = tx.query<store.QueueVotesTables>();
  const named = [...new Set(votes.map(({ mediaId }) => mediaId))];
  const [items, hidden] = await Promise.all([
    store.lockItems(queries, roomId, named),
    listHidden(tx.query(), roomId, nobody, BrowseAccess.CREATOR),
  ]);
  const ids = new Set(items.filter((item) => !hidden.includes(item.playlist_id)).map(({ id }) => id));
  const valid = votes.filter(({ mediaId }) => ids.has(mediaId));
  const stored = valid.length === 0 ? [] : await storeVotes(tx, roomId, valid, votedAt);
  const told = new Map(stored.map((of) => [of.mediaId, of]));
  return votes.map(({ mediaId }) => {
    const value = told.get(mediaId);
    return value ? { value } : { error: queueVotesErrors.item_not_found() };
  });
}

/** Stores votes, and sends one change to the room. @returns the current votes on the items */
async function storeVotes(tx: Tx, roomId: string, votes: readonly Vote[], votedAt: Date): Promise<readonly Votes[]> {
  const last = [...new Map(votes.map((vote) => [`${vote.mediaId} ${vote.userId}`, vote])).values()];
  const rows = last.flatMap(({ mediaId: media_id, userId: user_id, vote }) =>
    vote === ItemVote.NONE
      ? []
      : [{ media_id, user_id, room_id: roomId, is_up: vote === ItemVote.UP, voted_at: votedAt }],
  );
  // This lock keeps other votes of the room out until the commit, so the counts are right.
  await tx.nextSequence(roomId);
  await store.replaceVotes(tx.query(), last, rows);
  return tellVotes(tx, roomId, [...new Set(last.map(({ mediaId }) => mediaId))]);
}
