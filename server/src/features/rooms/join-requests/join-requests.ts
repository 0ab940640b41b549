import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { RoomJoinReviewSchema } from '@matinee/contract/gen/service/client/join_reviews_pb.ts';
import type { Tx } from '../../../store/database.ts';
import { pictureField } from '../../files/files/pictures.port.ts';
import type { JoinRequestRow } from './join-requests.store.ts';

export type { JoinRequestRow };

/** Kind of the events about requests to join a room. */
export const joinReviewsKind = 'joinReviews';

/** The port of requests to join for other features. Callers hold the lock of the room. */
export interface JoinRequests {
  /** The user's request in this room: the pending one, or a new one. @throws AppError `join_requests.too_many`. */
  open(tx: Tx, roomId: string, userId: string, note: string): Promise<JoinRequestRow>;
  /** Deletes the pending requests of users who joined by another way, or may no longer join. */
  settle(tx: Tx, roomId: string, userIds: readonly string[]): Promise<void>;
}

/** A request as reviewers see it. */
export function toReview(row: JoinRequestRow): MessageInitShape<typeof RoomJoinReviewSchema> {
  return { ...toOwnRequest(row), ...(row.decided_by === null ? {} : { decidedBy: row.decided_by }) };
}

/** A request as its user sees it. */
export function toOwnRequest(row: JoinRequestRow): MessageInitShape<typeof RoomJoinReviewSchema> {
  return {
    id: row.id,
    roomId: row.room_id,
    roomName: row.room_name,
    userId: row.user_id,
    username: row.username,
    displayName: row.display_name,
    note: row.note,
    createdAt: timestampFromDate(row.created_at),
    status: row.status,
    reason: row.reason,
    ...(row.decided_at === null ? {} : { decidedAt: timestampFromDate(row.decided_at) }),
    ...pictureField('avatar', row.avatar),
  };
}
