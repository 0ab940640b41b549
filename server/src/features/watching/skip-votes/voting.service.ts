import type { VoteToSkipRequest } from '@matinee/contract/gen/service/client/skip_votes_pb.ts';
import type { Outcome } from '../../../kernel/batcher.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, pause } from '../../../kernel/clock.ts';
import { batchedWrite } from '../../../store/batched-write.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Online } from '../../rooms/members/members.port.ts';
import type { Rooms } from '../../rooms/rooms/rooms.port.ts';
import type { SkipByVote } from '../playback/order/skip-by-vote.ts';
import type { PlaybackPort } from '../playback/playback.port.ts';
import { skipVotesErrors } from './skip-votes.errors.ts';
import * as store from './skip-votes.store.ts';
import { forgetVotes, type Standing, tellVotes } from './vote-keeper.ts';

/** Votes within this time (ms) of the previous ones are stored and sent together, per room. */
const restMs = 250;

export interface VotingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly rooms: Pick<Rooms, 'getSettings'>;
  readonly playback: Pick<PlaybackPort, 'moment'>;
  /** Members who are in the room now, on all replicas. */
  readonly online: Pick<Online, 'of'>;
  /** Skips an item, if it still plays. */
  readonly skipByVote: SkipByVote;
}

interface Vote {
  readonly userId: string;
  readonly mediaId: string;
  readonly isWithdrawn: boolean;
}

/** Computes the state of a vote: votes of absent members do not count. Pure. [SV2] */
export function standingOf(
  mediaId: string,
  voters: readonly string[],
  present: ReadonlySet<string>,
  percent: number,
): Standing {
  const votes = voters.filter((userId) => present.has(userId)).length;
  return { mediaId, votes, needed: Math.max(1, Math.ceil((present.size * percent) / 100)) };
}

/** Makes the function that votes to skip. [SV1] [SV3] */
export function makeVoteToSkip(parts: VotingParts) {
  const { db, clock } = parts;
  const vote = batchedWrite<Vote, Standing>({
    db,
    applyAll: (tx, roomId, votes) => applyAll(parts, tx, roomId, votes),
    rest: () => pause(clock, restMs),
  });
  return async ({ mediaId, withdraw }: VoteToSkipRequest, { room, principal }: Call<UserPrincipal, RoomStanding>) => ({
    skipVotes: await vote(room.roomId, { userId: principal.userId, mediaId, isWithdrawn: withdraw }),
  });
}

/** A person's later vote replaces the earlier one. */
async function applyAll(
  parts: VotingParts,
  tx: Tx,
  roomId: string,
  votes: readonly Vote[],
): Promise<Outcome<Standing>[]> {
  // This lock keeps other votes and item changes out until the commit, so the counts are right.
  await tx.nextSequence(roomId);
  const [moment, { skipVotePercent: percent }] = await Promise.all([
    parts.playback.moment(tx, roomId),
    parts.rooms.getSettings(roomId, tx),
  ]);
  const mediaId = moment?.mediaId;
  const valid = votes.filter((vote) => vote.mediaId === mediaId);
  if (percent === 0 || mediaId === undefined || valid.length === 0) {
    const error = percent === 0 ? skipVotesErrors.off() : skipVotesErrors.not_playing();
    return votes.map(() => ({ error }));
  }
  const value = await storeVotes(parts, tx, { roomId, mediaId, percent }, valid);
  return votes.map((vote) => (vote.mediaId === mediaId ? { value } : { error: skipVotesErrors.not_playing() }));
}

/**
 * Stores votes on the current item, and sends the count to the room. A successful vote deletes all of them. [SV2] [SV4]
 */
async function storeVotes(
  { online, skipByVote }: VotingParts,
  tx: Tx,
  { roomId, mediaId, percent }: { readonly roomId: string; readonly mediaId: string; readonly percent: number },
  votes: readonly Vote[],
): Promise<Standing> {
  const queries = tx.query<store.SkipVotesTables>();
  const last = [...new Map(votes.map((vote) => [vote.userId, vote])).values()];
  const idsOf = (isWithdrawn: boolean) =>
    last.filter((vote) => vote.isWithdrawn === isWithdrawn).map(({ userId }) => userId);
  await store.deleteVotes(queries, roomId, idsOf(true));
  await store.addVotes(queries, roomId, mediaId, idsOf(false));
  const voters = await store.listVoters(queries, roomId, mediaId);
  const standing = standingOf(mediaId, voters, online.of(roomId).memberIds, percent);
  if (standing.votes < standing.needed) tellVotes(tx, roomId, standing);
  else {
    // The next item's start cannot delete them: the same item may repeat, or none may begin.
    forgetVotes(tx, roomId, mediaId);
    tx.afterCommit(() => skipByVote(roomId, mediaId));
  }
  return standing;
}
