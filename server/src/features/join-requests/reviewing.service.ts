import type {
  AdminServiceApproveRoomJoinReviewRequest,
  AdminServiceListRoomJoinReviewsRequest,
  AdminServiceRejectRoomJoinReviewRequest,
  ApproveRoomJoinReviewRequest,
  ListRoomJoinReviewsRequest,
  RejectRoomJoinReviewRequest,
} from '@matinee/contract/gen/service/client/join_reviews_pb.ts';
import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { ReviewStatus } from '@matinee/contract/gen/service/client/reviews_pb.ts';
import type { AdminPrincipal, Call, RoomStanding, UserPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import { changePayload } from '../../realtime/frames.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { Audit } from '../audit/audit.port.ts';
import type { Members } from '../members/members.port.ts';
import type { RoomCare } from '../rooms/rooms.port.ts';
import { usernameKey } from '../users/users.port.ts';
import { tellGone } from './asking.service.ts';
import { joinRequestErrors } from './join-requests.errors.ts';
import { type JoinRequests, toReview } from './join-requests.port.ts';
import * as store from './join-requests.store.ts';

/** How long somebody who was rejected cannot ask again, when nobody says otherwise. [JR4] */
const cooldownSeconds = 3_600;

export interface ReviewingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly rooms: Pick<RoomCare, 'admit'>;
  readonly members: Pick<Members, 'keepOut'>;
  readonly joinRequests: JoinRequests;
}

/** `by`: username of who decides. `rejected`: what the person is told, and how long they cannot ask again. */
interface Decision {
  readonly by: string;
  readonly rejected?: { readonly reason: string; readonly cooldownSeconds: number };
}

type RoomCall = Call<UserPrincipal, RoomStanding>;
type AdminCall = Call<AdminPrincipal>;

/** Lets people decide about requests to join, and those who asked take them back. */
export function makeReviewing(parts: ReviewingParts) {
  const { db, clock, audit } = parts;

  /** Decides about requests of one room or of several, all or none. @throws AppError `join_requests.not_found`, `join_requests.decided`. */
  async function decide(tx: Tx, ids: readonly string[], decision: Decision, roomId?: string) {
    const found = await Promise.all(ids.map((id) => store.findRequest(tx.query(), id)));
    const rows = found.map((row, index) => {
      if (!row || (roomId !== undefined && row.room_id !== roomId))
        throw joinRequestErrors.not_found({ metadata: { request_id: ids[index]! } });
      return row;
    });
    // Every call locks rooms in the same order, so that two who decide about the same requests cannot block each other.
    const inOrder = [...rows].sort((a, b) => (a.room_id + a.id < b.room_id + b.id ? -1 : 1));
    for (const { room_id, id } of inOrder) await decideOne(tx, room_id, id, decision);
    return rows;
  }

  /** [JR3] [JR4] */
  async function decideOne(tx: Tx, roomId: string, id: string, { by, rejected }: Decision): Promise<void> {
    await store.lockRoom(tx.query(), roomId);
    const row = await store.findRequest(tx.query(), id);
    if (!row) throw joinRequestErrors.not_found({ metadata: { request_id: id } });
    if (row.status !== ReviewStatus.PENDING) throw joinRequestErrors.decided({ metadata: { request_id: id } });
    const nowMs = clock.nowMs();
    const until = rejected ? dateOf(nowMs + (rejected.cooldownSeconds || cooldownSeconds) * 1000) : null;
    await store.decideRequest(tx.query(), id, {
      status: rejected ? ReviewStatus.REJECTED : ReviewStatus.APPROVED,
      decided_at: dateOf(nowMs),
      decided_by: by,
      reason: rejected?.reason ?? '',
      cooldown_until: until,
    });
    if (until) await parts.members.keepOut(tx, roomId, row.user_id, until);
    else await parts.rooms.admit(tx, roomId, row.user_id, RoomRole.MEMBER);
    await tellGone(tx, roomId, id);
  }

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

  async function list({ status, search, roomId, page, pageSize }: Omit<ListRoomJoinReviewsRequest, '$typeName'>) {
    const limit = pageSize || 20;
    const { rows, total } = await store.listRequests(db.query<store.JoinRequestTables>(), {
      status: status || ReviewStatus.PENDING,
      search: usernameKey(search),
      roomId,
      offset: (Math.max(page, 1) - 1) * limit,
      limit,
    });
    return { reviews: rows.map(toReview), total };
  }

  return {
    list,
    listAll: (request: AdminServiceListRoomJoinReviewsRequest) => list(request),
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
        if (await store.lockRoom(tx.query(), roomId)) await parts.joinRequests.settle(tx, roomId, userId);
        return {};
      }),
    /** [JR6] */
    async snapshot(roomId: string) {
      const { reviews, total } = await list({ status: 0, search: '', roomId, page: 1, pageSize: 100 });
      const resource = { case: 'joinReviews', value: { reviews, total } } as const;
      return { version: 0, payload: changePayload({ snapshot: true, resource }) };
    },
  };
}
