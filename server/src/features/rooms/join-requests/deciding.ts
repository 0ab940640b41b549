import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { ReviewStatus } from '@matinee/contract/gen/service/client/reviews_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Tx } from '../../../store/database.ts';
import type { Notifications } from '../../accounts/notifications/notifications.port.ts';
import type { Members } from '../members/members.port.ts';
import type { RoomCare } from '../rooms/rooms.port.ts';
import { lockRoom } from '../rooms/rooms.store.ts';
import { tellGone } from './asking.service.ts';
import { joinRequestErrors } from './join-requests.errors.ts';
import * as store from './join-requests.store.ts';

/** How long a rejected user cannot ask again, unless the reviewer sets another duration. [JR4] */
const cooldownSeconds = 3_600;

export interface DecidingParts {
  readonly clock: Clock;
  readonly rooms: Pick<RoomCare, 'join'>;
  readonly members: Pick<Members, 'keepOut'>;
  readonly notifications: Notifications;
}

/** `by`: username of the reviewer. `rejected`: the reason for the user, and how long they cannot ask again. */
export interface Decision {
  readonly by: string;
  readonly rejected?: { readonly reason: string; readonly cooldownSeconds: number };
}

/** Decides on requests to join. */
export function makeDeciding({ clock, rooms, members, notifications }: DecidingParts) {
  /**
   * Decides on requests of one or several rooms, all or none. @throws AppError `join_requests.not_found`,
   * `join_requests.decided`.
   */
  async function decide(tx: Tx, ids: readonly string[], decision: Decision, roomId?: string) {
    const found = await Promise.all(ids.map((id) => store.findRequest(tx.query(), id)));
    const rows = found.map((row, index) => {
      if (!row || (roomId !== undefined && row.room_id !== roomId))
        throw joinRequestErrors.not_found({ metadata: { request_id: ids[index]! } });
      return row;
    });
    // Every call locks rooms in the same order, so that two reviewers of the same requests cannot deadlock.
    const inOrder = [...rows].sort((a, b) => (a.room_id + a.id < b.room_id + b.id ? -1 : 1));
    for (const { room_id, id } of inOrder) await decideOne(tx, room_id, id, decision);
    return rows;
  }

  /** [JR3] [JR4] */
  async function decideOne(tx: Tx, roomId: string, id: string, { by, rejected }: Decision): Promise<void> {
    await lockRoom(tx.query(), roomId);
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
    if (until) await members.keepOut(tx, roomId, row.user_id, until);
    else await rooms.join(tx, roomId, row.user_id, RoomRole.MEMBER);
    const content = { case: 'joinDecided', value: { approved: !rejected, reason: rejected?.reason ?? '' } } as const;
    await notifications.notify(tx, { to: [row.user_id], thing: `joinDecided/${id}`, roomId, content });
    await tellGone(notifications, tx, roomId, [id]);
  }

  return decide;
}
