import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { type GetItemVotesRequest, ItemVote } from '@matinee/contract/gen/service/client/queue_votes_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Snapshot } from '../../../realtime/resource.ts';
import type { Database } from '../../../store/database.ts';
import * as store from './queue-votes.store.ts';
import { toVotes, votesPayload } from './vote-events.ts';

/** Most items in a snapshot, and most votes of one person in an answer. */
const mostItems = 1_000;
/** Most voters named for an item. */
const mostVoters = 100;

type MemberCall = Call<UserPrincipal, RoomStanding>;

const voteOf = (row: { readonly is_up: boolean }) => (row.is_up ? ItemVote.UP : ItemVote.DOWN);

/** Reads the votes of a room. [QV3] [QV4] */
export function makeVoteReading({ db }: { readonly db: Database }) {
  const listVotes = async (roomId: string) => (await store.listCounted(db.query(), roomId, mostItems)).map(toVotes);

  return {
    async list(_: object, { room: { roomId }, principal }: MemberCall) {
      const [votes, own] = await Promise.all([
        listVotes(roomId),
        store.listOwn(db.query(), roomId, principal.userId, mostItems),
      ]);
      return { votes, own: own.map((row) => ({ mediaId: row.media_id, vote: voteOf(row) })) };
    },
    async get({ mediaId }: GetItemVotesRequest, { room, principal }: MemberCall) {
      const { roomId, permissions } = room;
      const queries = db.query<store.QueueVotesTables>();
      const [counted, own, voters] = await Promise.all([
        store.countVotes(queries, roomId, [mediaId]),
        store.listOwn(queries, roomId, principal.userId, 1, mediaId),
        permissions.has(Permission.VIEW_MEMBERS) ? store.listVoters(queries, roomId, mediaId, mostVoters) : [],
      ]);
      return {
        votes: counted[0] ? toVotes(counted[0]) : { mediaId, up: 0, down: 0 },
        ...(own[0] ? { ownVote: voteOf(own[0]) } : {}),
        voters: voters.map((row) => ({
          userId: row.id,
          username: row.username,
          displayName: row.display_name,
          vote: voteOf(row),
          votedAt: timestampFromDate(row.voted_at),
        })),
      };
    },
    /** The items with the most recent votes, for a new observer. */
    async snapshot(roomId: string): Promise<Snapshot> {
      return { version: 0, payload: votesPayload({ votes: await listVotes(roomId) }, true) };
    },
  };
}
