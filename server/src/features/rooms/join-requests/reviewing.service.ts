import type {
  AdminServiceApproveRoomJoinReviewRequest,
  AdminServiceListRoomJoinReviewsRequest,
  AdminServiceRejectRoomJoinReviewRequest,
  ApproveRoomJoinReviewRequest,
  ListRoomJoinReviewsRequest,
  RejectRoomJoinReviewRequest,
} from '@matinee/contract/gen/service/client/join_reviews_pb.ts';
import { ReviewStatus } from '@matinee/contract/gen/service/client/reviews_pb.ts';
import type { AdminPrincipal, Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Database } from '../../../store/database.ts';
import { pageOf } from '../../../store/queries/page.ts';
import { usernameKey } from '../../accounts/users/users.port.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { lockRoom } from '../rooms/rooms.store.ts';
import { type DecidingParts, type Decision, makeDeciding } from './deciding.ts';
import * as store from './join-requests.store.ts';
import { type JoinRequests, toReview } from './join-requests.ts';

export interface ReviewingParts extends DecidingParts {
  readonly db: Database;
  readonly audit: Audit;
  readonly joinRequests: JoinRequests;
}

type RoomCall = Call<UserPrincipal, RoomStanding>;
type AdminCall = Call<AdminPrincipal>;

/** Lets reviewers decide on requests to join, and users withdraw their own requests. */
export function makeReviewing(parts: ReviewingParts) {
  const { db, audit } = parts;
  const decide = makeDeciding(parts);

  async function decideAsAdmin(call: AdminCall, ids: readonly string[], rejected?: Decision['rejected']) {
    const by = call.principal.kind === 'user' ? call.principal.username : 'operator';
    const action = rejected ? 'join_request.rejected' : 'join_request.approved';
    await db.write(async (tx) => {
      for (const row of await decide(tx, ids, { by, ...(rejected ? { rejected } : {}) })) {
        const { id, room_id, room_name, user_id, username } = row;
        const reason = rejected?.reason;
        const details = { room: room_id, name: room_name, user: user_id, username, ...(reason ? { reason } : {}) };
        await audit.record(tx, call, { action, target: id, details });
      }
    });
    return {};
  }

  return {
    list: (request: ListRoomJoinReviewsRequest) => listReviews(db, request),
    listAll: (request: AdminServiceListRoomJoinReviewsRequest) => listReviews(db, request),
    approve: ({ requestId }: ApproveRoomJoinReviewRequest, { principal, room: { roomId } }: RoomCall) =>
      db.write(async (tx) => {
        await decide(tx, [requestId], { by: principal.username }, roomId);
        return { review: toReview((await store.findRequest(tx.query(), requestId))!) };
      }),
    reject: ({ requestId, reason, cooldownSeconds }: RejectRoomJoinReviewRequest, { principal, room }: RoomCall) =>
      db.write(async (tx) => {
        await decide(tx, [requestId], { by: principal.username, rejected: { reason, cooldownSeconds } }, room.roomId);
        return {};
      }),
    approveAny: ({ reviewIds }: AdminServiceApproveRoomJoinReviewRequest, call: AdminCall) =>
      decideAsAdmin(call, reviewIds),
    rejectAny: ({ reviewIds, reason }: AdminServiceRejectRoomJoinReviewRequest, call: AdminCall) =>
      decideAsAdmin(call, reviewIds, { reason, cooldownSeconds: 0 }),
    /** [JR5] */
    withdraw: (roomId: string, { userId }: UserPrincipal) =>
      db.write(async (tx) => {
        if (await lockRoom(tx.query(), roomId)) await parts.joinRequests.settle(tx, roomId, [userId]);
        return {};
      }),
    /** [JR6] */
    async snapshot(roomId: string) {
      const { reviews, total } = await listReviews(db, { status: 0, search: '', roomId, page: 1, pageSize: 100 });
      const resource = { case: 'joinReviews', value: { reviews, total } } as const;
      return { version: 0, payload: changePayload({ snapshot: true, resource }) };
    },
  };
}

async function listReviews(
  db: Database,
  { status, search, roomId, page, pageSize }: Omit<ListRoomJoinReviewsRequest, '$typeName'>,
) {
  const { rows, total } = await store.listRequests(db.query<store.JoinRequestTables>(), {
    status: status || ReviewStatus.PENDING,
    search: usernameKey(search),
    roomId,
    ...pageOf({ page, pageSize }),
  });
  return { reviews: rows.map(toReview), total };
}
