import type { VoteInPollRequest } from '@matinee/contract/gen/service/client/polls_pb.ts';
import type { Outcome } from '../../../kernel/batcher.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf, pause } from '../../../kernel/clock.ts';
import type { AppError } from '../../../kernel/errors.ts';
import { batchedWrite } from '../../../store/batched-write.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Rooms } from '../../rooms/rooms/rooms.port.ts';
import { chatErrors } from '../chat/chat.errors.ts';
import { tellChange } from './poll-events.ts';
import { toCounts } from './poll-messages.ts';
import { pollsErrors } from './polls.errors.ts';
import * as store from './polls.store.ts';
import { replaceVotes, type Voter } from './votes.store.ts';

/**
 * Votes within this time (ms) of the previous ones are stored and sent together, per room: a room of a thousand people
 * gets four changes a second, not a thousand.
 */
const restMs = 250;

export interface VotingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly rooms: Pick<Rooms, 'getSettings'>;
}

interface Vote extends Voter {
  /** Numbers of the options; none: the vote is withdrawn. */
  readonly options: readonly number[];
}

type Counts = ReturnType<typeof toCounts>;

/** Makes the function that votes. [PO3] [PO4] */
export function makeVote(parts: VotingParts) {
  const { db, clock } = parts;
  const vote = batchedWrite<Vote, Counts>({
    db,
    applyAll: (tx, roomId, votes) => applyAll(parts, tx, roomId, votes),
    rest: () => pause(clock, restMs),
  });
  return async ({ pollId, options }: VoteInPollRequest, { room, principal }: Call<UserPrincipal, RoomStanding>) => ({
    counts: await vote(room.roomId, { pollId, userId: principal.userId, options }),
  });
}

/** A person's later vote in a poll replaces the earlier one. */
async function applyAll(
  { clock, rooms }: VotingParts,
  tx: Tx,
  roomId: string,
  votes: readonly Vote[],
): Promise<Outcome<Counts>[]> {
  const queries = tx.query<store.PollsTables>();
  const ids = [...new Set(votes.map(({ pollId }) => pollId))];
  const [locked, { chatEnabled }] = await Promise.all([
    store.lockPolls(queries, roomId, ids),
    rooms.getSettings(roomId, tx),
  ]);
  const polls = new Map(locked.map((poll) => [poll.id, poll]));
  const nowMs = clock.nowMs();
  const refusals = votes.map((vote) => refusalOf(vote, polls.get(vote.pollId), { nowMs, chatEnabled }));
  const valid = votes.filter((_, place) => refusals[place] === undefined);
  const counts = await storeVotes(tx, roomId, valid, nowMs);
  return votes.map(({ pollId }, place) => {
    const error = refusals[place];
    return error ? { error } : { value: counts.get(pollId)! };
  });
}

/** Stores the allowed votes, and sends one change to the room. @returns the current counts, by poll. */
async function storeVotes(
  tx: Tx,
  roomId: string,
  votes: readonly Vote[],
  nowMs: number,
): Promise<ReadonlyMap<string, Counts>> {
  if (votes.length === 0) return new Map();
  const queries = tx.query<store.PollsTables>();
  const last = [...new Map(votes.map((vote) => [`${vote.pollId} ${vote.userId}`, vote])).values()];
  const rows = last.flatMap(({ pollId, userId, options }) =>
    options.map((number) => ({
      poll_id: pollId,
      option_number: number,
      user_id: userId,
      voted_at: dateOf(nowMs),
    })),
  );
  await replaceVotes(queries, last, rows);
  const ids = [...new Set(last.map(({ pollId }) => pollId))];
  const stored = await store.raiseVersions(queries, roomId, ids);
  const counts = stored.map(toCounts);
  tellChange(tx, roomId, { counts });
  return new Map(counts.map((of) => [of.pollId, of]));
}

/** Undefined: the vote is allowed. */
function refusalOf(
  { options }: Vote,
  poll: store.ViewedPoll | undefined,
  { nowMs, chatEnabled }: { readonly nowMs: number; readonly chatEnabled: boolean },
): AppError | undefined {
  if (!poll) return pollsErrors.not_found();
  const isOver = poll.ended_at !== null || (poll.ends_at !== null && poll.ends_at.getTime() <= nowMs);
  if (isOver) return pollsErrors.ended();
  if (!chatEnabled && options.length > 0) return chatErrors.disabled();
  if (options.some((number) => number > poll.options.length)) return pollsErrors.no_such_option();
  return !poll.has_several_choices && options.length > 1 ? pollsErrors.one_choice() : undefined;
}
