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

/** Votes of a room that come within this time of the ones before are stored together and told once, in milliseconds. */
const restMs = 250;

export interface VotingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly rooms: Pick<Rooms, 'getSettings'>;
  readonly playback: Pick<PlaybackPort, 'moment'>;
  /** Members who are in the room now, on all replicas. */
  readonly online: Pick<Online, 'of'>;
  /** Goes on from an item, if it still plays. */
  readonly skipByVote: SkipByVote;
}

interface Vote {
  readonly userId: string;
  readonly mediaId: string;
  readonly isWithdrawn: boolean;
}

/** How a vote stands: votes of those who are not there do not count. Pure. [SV2] */
export function standingOf(
  mediaId: string,
  voters: readonly string[],
  present: ReadonlySet<string>,
  percent: number,
): Standing {
  const votes = voters.filter((userId) => present.has(userId)).length;
  return { mediaId, votes, needed: Math.max(1, Math.ceil((present.size * percent) / 100)) };
}

/** Makes the function that votes to go on. [SV1] [SV3] */
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

/** Of two votes of one person, the later one counts. */
async function applyAll(
  parts: VotingParts,
  tx: Tx,
  roomId: string,
  votes: readonly Vote[],
): Promise<Outcome<Standing>[]> {
  // From here to the commit no other vote of the room is stored and no other item begins, so the counts are right.
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

/** Stores votes about what plays, and tells the room. Once there are enough, all of them are gone. [SV2] [SV4] */
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
    // Not left to the next item: that may be the same one again, or not begin at all.
    forgetVotes(tx, roomId, mediaId);
    tx.afterCommit(() => skipByVote(roomId, mediaId));
  }
  return standing;
}
