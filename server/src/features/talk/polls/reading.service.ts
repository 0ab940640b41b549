import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ListPollVotersRequest } from '@matinee/contract/gen/service/client/polls_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Snapshot } from '../../../realtime/resource.ts';
import type { Database } from '../../../store/database.ts';
import { pageOf } from '../../../store/queries/page.ts';
import type { Library } from '../../media/library/library.port.ts';
import { pollsPayload } from './poll-events.ts';
import { toPolls } from './poll-messages.ts';
import { pollsErrors } from './polls.errors.ts';
import { findPoll, listPolls } from './polls.store.ts';
import { listOwnVotes, listVoters } from './votes.store.ts';

export interface ReadingParts {
  readonly db: Database;
  readonly library: Pick<Library, 'listMedia'>;
}

type MemberCall = Call<UserPrincipal, RoomStanding>;

/** Reads the polls of a room. [PO1] [PO5] */
export function makePollReading({ db, library }: ReadingParts) {
  const listAll = async (roomId: string) => toPolls(library, db, roomId, await listPolls(db.query(), roomId));
  return {
    async list(_: unknown, { room: { roomId }, principal }: MemberCall) {
      const [polls, own] = await Promise.all([listAll(roomId), listOwnVotes(db.query(), roomId, principal.userId)]);
      return { polls, ownVotes: [...own].map(([pollId, options]) => ({ pollId, options })) };
    },
    async voters({ pollId, option, page, pageSize }: ListPollVotersRequest, { room }: MemberCall) {
      const poll = await findPoll(db.query(), room.roomId, pollId);
      if (!poll) throw pollsErrors.not_found();
      if (poll.is_anonymous) throw pollsErrors.anonymous();
      const { rows, total } = await listVoters(db.query(), pollId, option, pageOf({ page, pageSize }));
      const voters = rows.map(({ id: userId, username, display_name: displayName, voted_at }) => ({
        userId,
        username,
        displayName,
        votedAt: timestampFromDate(voted_at),
      }));
      return { voters, total };
    },
    /** All polls, for a new observer. */
    async snapshot(roomId: string): Promise<Snapshot> {
      return { version: 0, payload: pollsPayload({ polls: await listAll(roomId) }, true) };
    },
  };
}
