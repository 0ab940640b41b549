import type { MessageInitShape } from '@bufbuild/protobuf';
import type { JoinReviewsChangeSchema } from '@matinee/contract/gen/service/client/join_reviews_pb.ts';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Tx } from '../../../store/database.ts';
import type { Notifications } from '../../accounts/notifications/notifications.port.ts';
import type { Members } from '../members/members.port.ts';
import { joinRequestErrors } from './join-requests.errors.ts';
import * as store from './join-requests.store.ts';
import { type JoinRequests, joinReviewsKind, toReview } from './join-requests.ts';

/** Maximum number of pending requests, for a queue that nobody reviews. */
const maxPending = 1_000;

export interface AskingParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly members: Pick<Members, 'holders'>;
  readonly notifications: Notifications;
}

/** Stores requests to join. Does not depend on rooms, so that rooms can depend on it. */
export function makeJoinRequests({ clock, ids, members, notifications }: AskingParts): JoinRequests {
  return {
    /** [JR1] [JR2] */
    async open(tx, roomId, userId, note) {
      const waiting = await store.findPending(tx.query(), roomId, userId);
      if (waiting) return waiting;
      const total = (await store.countPending(tx.query(), roomId)) + 1;
      if (total > maxPending) throw joinRequestErrors.too_many();
      const id = ids.make('rev');
      const created_at = dateOf(clock.nowMs());
      await store.insertRequest(tx.query(), { id, room_id: roomId, user_id: userId, note, created_at });
      const row = (await store.findRequest(tx.query(), id))!;
      const reviewers = await members.holders(tx, roomId, Permission.REVIEW_JOIN_REQUESTS);
      const content = { case: 'joinRequestArrived', value: { note } } as const;
      await notifications.notify(tx, { to: reviewers, thing: `joinRequest/${id}`, actorId: userId, roomId, content });
      tellReviewers(tx, roomId, { reviews: [toReview(row)], total });
      return row;
    },
    /** [JR5] */
    async settle(tx, roomId, userIds) {
      const ids = await store.deletePending(tx.query(), roomId, userIds);
      if (ids.length > 0) await tellGone(notifications, tx, roomId, ids);
    },
  };
}

/**
 * Reports to the reviewers that these requests are no longer pending. Once none is pending, marks their notifications
 * about requests as read. [JR6]
 */
export async function tellGone(notifications: Notifications, tx: Tx, roomId: string, goneIds: string[]): Promise<void> {
  const total = await store.countPending(tx.query(), roomId);
  tellReviewers(tx, roomId, { goneIds, total });
  await notifications.settle(tx, { kind: 'joinRequestArrived', roomId, isOver: async () => total === 0 });
}

function tellReviewers(tx: Tx, roomId: string, value: MessageInitShape<typeof JoinReviewsChangeSchema>): void {
  tx.emit({
    topic: roomId,
    kind: joinReviewsKind,
    payload: changePayload({ resource: { case: 'joinReviews', value } }),
  });
}
