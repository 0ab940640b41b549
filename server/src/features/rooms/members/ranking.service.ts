import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type RoomMember,
  RoomRole,
  type UpdateMemberPermissionsRequest,
} from '@matinee/contract/gen/service/client/members_pb.ts';
import { RemovalKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import { MemberEventKind } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { dateOf } from '../../../kernel/clock.ts';
import type { Tx } from '../../../store/database.ts';
import type { Notifications } from '../../accounts/notifications/notifications.port.ts';
import type { JoiningParts } from './joining.service.ts';
import { atVersion, getMember, tellMember, toMember } from './member-changes.ts';
import { memberErrors } from './members.errors.ts';
import type { Members, RoomActor } from './members.port.ts';
import * as store from './members.store.ts';

const kickSeconds = 300;

/** The dependencies for ranking, besides those for joining. */
export interface RankingParts extends JoiningParts {
  readonly notifications: Notifications;
}

/** Lets people kick and change members of lower rank. */
export function makeRanking(parts: RankingParts): Pick<Members, 'kick' | 'expel' | 'succeed' | 'update'> {
  const { clock, notifications } = parts;
  return {
    /** [ME6] [ME8] */
    async kick(tx, { userId, cooldownSeconds }, actor) {
      const { roomId } = actor.room;
      const row = await getLower(tx, actor, userId);
      const until = dateOf(clock.nowMs() + (cooldownSeconds || kickSeconds) * 1000);
      const value = { kind: RemovalKind.KICKED, until: timestampFromDate(until) };
      await notifications.notify(tx, { to: [userId], roomId, content: { case: 'removedFromRoom', value } });
      await store.deleteMember(tx.query(), roomId, userId);
      await store.putKick(tx.query(), { room_id: roomId, user_id: userId, until });
      await tellMember(parts, tx, roomId, MemberEventKind.KICKED, toMember(row, parts), actor.userId);
    },
    /** [RB1] [RB3] */
    async expel(tx, userId, actor) {
      const { roomId } = actor.room;
      await store.lockRoomSettings(tx.query(), roomId);
      const row = await store.findMember(tx.query(), roomId, userId);
      if (!row) return false;
      if (row.role >= actor.room.role) throw memberErrors.rank_too_high();
      await store.deleteMember(tx.query(), roomId, userId);
      await tellMember(parts, tx, roomId, MemberEventKind.KICKED, toMember(row, parts), actor.userId);
      return true;
    },
    /** [OWN1] */
    async succeed(tx, roomId, heirId, formerId, actorId) {
      async function setRole(userId: string, role: RoomRole): Promise<RoomMember> {
        await store.updateMember(tx.query(), roomId, userId, { role, added_permissions: [], removed_permissions: [] });
        const member = toMember(await getMember(tx, roomId, userId), parts);
        await tellMember(parts, tx, roomId, MemberEventKind.CHANGED, member, actorId);
        return member;
      }
      await getMember(tx, roomId, heirId);
      if (await store.findMember(tx.query(), roomId, formerId)) await setRole(formerId, RoomRole.ADMIN);
      return setRole(heirId, RoomRole.CREATOR);
    },
    update: (tx, request, actor) => updateMember(parts, tx, request, actor),
  };
}

/** [ME6] [ME9] */
async function updateMember(
  parts: RankingParts,
  tx: Tx,
  request: UpdateMemberPermissionsRequest,
  actor: RoomActor,
): Promise<RoomMember> {
  const { roomId, role, permissions } = actor.room;
  if (request.role !== undefined && request.role >= role) throw memberErrors.rank_too_high();
  if (request.addedPermissions.some((permission) => !permissions.has(permission)))
    throw memberErrors.beyond_own_permissions();
  const before = toMember(atVersion(await getLower(tx, actor, request.userId), request.expectedVersion), parts);
  await store.updateMember(tx.query(), roomId, request.userId, {
    ...(request.role === undefined ? {} : { role: request.role }),
    ...(request.replacePermissions
      ? { added_permissions: request.addedPermissions, removed_permissions: request.removedPermissions }
      : {}),
  });
  const member = toMember(await getMember(tx, roomId, request.userId), parts);
  // Undoing a removal, or giving another role, grants permissions just like adding them.
  const gained = member.permissions.filter((permission) => !before.permissions.includes(permission));
  if (gained.some((permission) => !permissions.has(permission))) throw memberErrors.beyond_own_permissions();
  if (member.role !== before.role) {
    const content = { case: 'roleChanged', value: { role: member.role } } as const;
    await parts.notifications.notify(tx, { to: [member.userId], roomId, content });
  }
  await tellMember(parts, tx, roomId, MemberEventKind.CHANGED, member, actor.userId);
  return member;
}

/**
 * Locks the members of the room, and returns the member if the caller outranks them. @throws AppError
 * `members.not_found`, `members.rank_too_high`. [ME6] [ME12]
 */
async function getLower(tx: Tx, { room }: RoomActor, userId: string): Promise<store.ListedMember> {
  await store.lockRoomSettings(tx.query(), room.roomId);
  const row = await getMember(tx, room.roomId, userId);
  if (row.role >= room.role) throw memberErrors.rank_too_high();
  return row;
}
