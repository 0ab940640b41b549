import { fromJson, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ReviewStatus } from '@matinee/contract/gen/service/client/reviews_pb.ts';
import type {
  ApproveRoomCreationReviewRequest,
  ListRoomCreationReviewsRequest,
  RejectRoomCreationReviewRequest,
  RoomCreationReviewSchema,
} from '@matinee/contract/gen/service/client/room_creations_pb.ts';
import { CreateRoomRequestSchema } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { AdminPrincipal, Call } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Database, Tx } from '../../../store/database.ts';
import { pageOf } from '../../../store/queries/page.ts';
import type { Notifications } from '../../accounts/notifications/notifications.port.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { roomErrors } from '../rooms/rooms.errors.ts';
import type { RoomCare } from '../rooms/rooms.port.ts';
import { roomCreationErrors } from './room-creations.errors.ts';
import * as store from './room-creations.store.ts';

type AdminCall = Call<AdminPrincipal>;

export interface RoomReviewParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly rooms: Pick<RoomCare, 'carryOut'>;
  readonly audit: Audit;
  readonly notifications: Notifications;
}

/** Lets administrators decide on requests for rooms. */
export function makeRoomReviews({ db, clock, rooms, audit, notifications }: RoomReviewParts) {
  async function decide(tx: Tx, call: AdminCall, row: store.RoomCreationRow, approved: boolean, reason: string) {
    await store.decideCreation(tx.query(), row.id, {
      status: approved ? ReviewStatus.APPROVED : ReviewStatus.REJECTED,
      decided_at: dateOf(clock.nowMs()),
      decided_by: call.principal.kind === 'user' ? call.principal.username : 'operator',
      reason,
    });
    await audit.record(tx, call, {
      action: approved ? 'room_creation.approved' : 'room_creation.rejected',
      target: row.id,
      details: { name: row.name, creator: row.username, ...(reason ? { reason } : {}) },
    });
    await notifications.notify(tx, {
      to: [row.creator_id],
      thing: `roomCreationDecided/${row.id}`,
      ...(approved ? { roomId: row.room_id } : {}),
      content: { case: 'roomCreationDecided', value: { approved, reason, name: row.name } },
    });
  }

  return {
    async list({ status, search, page, pageSize }: ListRoomCreationReviewsRequest) {
      const { rows, total } = await store.listCreations(db.query<store.RoomCreationTables>(), {
        status: status || ReviewStatus.PENDING,
        search,
        ...pageOf({ page, pageSize }),
      });
      return { reviews: rows.map((row) => toReview(row, 'administrator')), total };
    },
    /** [RC4] [RC7] */
    approve: ({ reviewIds }: ApproveRoomCreationReviewRequest, call: AdminCall) =>
      db.write(async (tx) => {
        const rows = await lockAll(tx, reviewIds);
        for (const row of rows) {
          if (row.is_inactive) throw roomErrors.account_inactive({ metadata: { review_id: row.id } });
          const request = fromJson(CreateRoomRequestSchema, row.request, { ignoreUnknownFields: true });
          const plan = { id: row.room_id, request, passwordRecord: row.password_record };
          await rooms.carryOut(tx, row.creator_id, plan).catch((error: unknown) => {
            throw naming(row.id, error);
          });
          await decide(tx, call, row, true, '');
        }
        await settleWaiting(notifications, tx);
        return { roomIds: reviewIds.map((id) => rows.find((row) => row.id === id)!.room_id) };
      }),
    /** [RC5] */
    reject: ({ reviewIds, reason }: RejectRoomCreationReviewRequest, call: AdminCall) =>
      db.write(async (tx) => {
        for (const row of await lockAll(tx, reviewIds)) await decide(tx, call, row, false, reason);
        await settleWaiting(notifications, tx);
        return {};
      }),
  };
}

/**
 * Locks the requests in a fixed order, so that two administrators who decide on the same ones cannot deadlock. @throws
 * AppError `room_creations.not_found`, `room_creations.decided`.
 */
async function lockAll(tx: Tx, ids: readonly string[]): Promise<store.RoomCreationRow[]> {
  const rows: store.RoomCreationRow[] = [];
  for (const id of [...ids].sort()) {
    const row = await store.lockCreation(tx.query(), id);
    if (!row) throw roomCreationErrors.not_found({ metadata: { review_id: id } });
    if (row.status !== ReviewStatus.PENDING) throw roomCreationErrors.decided({ metadata: { review_id: id } });
    rows.push(row);
  }
  return rows;
}

/** Call this when a request is no longer pending. [RC6] */
export function settleWaiting(notifications: Notifications, tx: Tx): Promise<void> {
  const isOver = async () => !(await store.hasPending(tx.query()));
  return notifications.settle(tx, { kind: 'roomCreationArrived', isOver });
}

/** Adds the id of the failed review to its error. [RC7] */
function naming(reviewId: string, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, reason, message, details } = error;
  return new AppError(code, reason, message, { ...details, metadata: { ...details.metadata, review_id: reviewId } });
}

/** A request as its creator or an administrator sees it. */
export function toReview(
  row: store.RoomCreationRow,
  viewer: 'creator' | 'administrator',
): MessageInitShape<typeof RoomCreationReviewSchema> {
  const { description, visibility } = fromJson(CreateRoomRequestSchema, row.request, { ignoreUnknownFields: true });
  return {
    id: row.id,
    name: row.name,
    description,
    visibility,
    hasPassword: row.has_password,
    creatorId: row.creator_id,
    creatorUsername: row.username,
    createdAt: timestampFromDate(row.created_at),
    status: row.status,
    reason: row.reason,
    ...(row.decided_at ? { decidedAt: timestampFromDate(row.decided_at) } : {}),
    ...(row.decided_by !== null && viewer === 'administrator' ? { decidedBy: row.decided_by } : {}),
    ...(row.status === ReviewStatus.APPROVED ? { roomId: row.room_id } : {}),
  };
}
