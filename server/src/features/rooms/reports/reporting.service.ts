import {
  type ReportContentRequest,
  ReportStatus,
  ReportTargetKind,
} from '@matinee/contract/gen/service/client/content_reports_pb.ts';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Call, RoomPrincipal, RoomStanding } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { networkOf } from '../../../kernel/network-of.ts';
import { principalIdOf } from '../../../realtime/resource.ts';
import type { Database, Tx } from '../../../store/database.ts';
import { closeGate } from '../../../store/gate.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import type { Notifications } from '../../accounts/notifications/notifications.port.ts';
import type { Users } from '../../accounts/users/users.port.ts';
import type { Members } from '../members/members.port.ts';
import { reportErrors } from './reports.errors.ts';
import * as store from './reports.store.ts';
import { type ReportableChat, type ReportedTarget, readTarget } from './targets.ts';

export interface ReportingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyValue: KeyValue;
  readonly ids: Ids;
  readonly users: Pick<Users, 'listAdministrators'>;
  readonly members: Pick<Members, 'explain' | 'holders'>;
  readonly notifications: Notifications;
  readonly reportableChat: ReportableChat;
}

const hourMs = 3_600_000;
/**
 * Maximum number of reports per hour, of one person or of all guests of one network together, because anyone can become
 * another guest at any time.
 */
const maxPerHour = 20;

/** Makes the call that reports content. [RP1]–[RP5] [RP8] */
export function makeReporting(parts: ReportingParts) {
  const { db, clock, keyValue, ids, users, members, notifications } = parts;

  async function keep(tx: Tx, row: store.ReportRow, to: readonly string[]): Promise<void> {
    await store.insertReport(tx.query(), row);
    const { id: reportId, target, category, platform_only, room_id } = row;
    await notifications.notify(tx, {
      to,
      thing: `report/${reportId}`,
      roomId: platform_only ? undefined : room_id,
      content: { case: 'reportArrived', value: { reportId, target, category } },
    });
  }

  return async (request: ReportContentRequest, { principal, room, address }: Call<RoomPrincipal, RoomStanding>) => {
    const { roomId } = room;
    if (principal.kind === 'guest') await countGuest(keyValue, address);
    const reporterId = principalIdOf(principal);
    const reported = await readTarget(parts, roomId, request);
    if (reported.user_id === reporterId) throw reportErrors.yourself();
    const isPlatformOnly = await isForPlatform(parts, roomId, reported);
    return db.write(async (tx) => {
      const queries = tx.query<store.ReportTables>();
      await closeGate(queries, `reports/${reporterId}`);
      const pending = await store.findPending(queries, { ...reported, reporter_id: reporterId, room_id: roomId });
      if (pending) return { reportId: pending.id, status: pending.status };
      await requireFew(queries, reporterId, clock);
      const row: store.ReportRow = {
        id: ids.make('report'),
        room_id: roomId,
        ...reported,
        category: request.category,
        text: request.text,
        status: ReportStatus.OPEN,
        version: 1,
        created_at: dateOf(clock.nowMs()),
        decided_at: null,
        reporter_id: reporterId,
        platform_only: isPlatformOnly,
      };
      const to = isPlatformOnly
        ? await users.listAdministrators(tx)
        : await members.holders(tx, roomId, Permission.DELETE_CHAT_MESSAGES);
      await keep(
        tx,
        row,
        to.filter((id) => id !== reporterId && id !== reported.user_id),
      );
      return { reportId: row.id, status: ReportStatus.OPEN };
    });
  };
}

/**
 * True if the platform decides: the room's moderators do not decide on reports about the room, an account, or each
 * other, even while the room is closed. [RP5]
 */
async function isForPlatform(
  { members }: ReportingParts,
  roomId: string,
  { target, user_id: userId }: ReportedTarget,
): Promise<boolean> {
  if (target === ReportTargetKind.ROOM || target === ReportTargetKind.USER) return true;
  try {
    const { reasons } = await members.explain(roomId, userId);
    return reasons.some(({ permission, granted }) => granted && permission === Permission.DELETE_CHAT_MESSAGES);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}

/** Counts a guest's report before reading it. @throws AppError `reports.too_many`. [RP3] */
async function countGuest(keyValue: KeyValue, address: string): Promise<void> {
  const count = await keyValue.orLocal.increment(`guestreports:${networkOf(address)}`, hourMs);
  if (count > maxPerHour) throw reportErrors.too_many({ retryAfterSeconds: hourMs / 1_000 });
}

/** @throws AppError `reports.too_many`. [RP3] */
async function requireFew(db: store.Db, reporterId: string, clock: Clock): Promise<void> {
  const count = await store.countSince(db, reporterId, dateOf(clock.nowMs() - hourMs));
  if (count >= maxPerHour) throw reportErrors.too_many({ retryAfterSeconds: hourMs / 1_000 });
}
