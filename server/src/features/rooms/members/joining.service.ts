import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { MemberEventKind } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { readRoomSettings } from '../rooms/room-settings.ts';
import { getMember, type MemberTelling, tellJoined, tellMember, toMember } from './member-changes.ts';
import type { JoinNotices, Members } from './members.port.ts';
import * as store from './members.store.ts';

export interface JoiningParts extends MemberTelling {
  readonly clock: Clock;
  readonly notices: JoinNotices;
}

/** Makes users members, and sets memberships of deleted accounts aside until the accounts are restored. */
export function makeJoining(parts: JoiningParts): Pick<Members, 'add' | 'setAside' | 'bringBack'> {
  const { clock, settings, notices } = parts;
  return {
    async add(tx, roomId, userIds, role) {
      const joined = { room_id: roomId, role, joined_at: dateOf(clock.nowMs()) };
      const [addedIds, rows, total] = await Promise.all([
        store.insertMembers(
          tx.query(),
          userIds.map((user_id) => ({ ...joined, user_id })),
        ),
        store.listAmong(tx.query(), roomId, userIds),
        store.countMembers(tx.query(), roomId),
      ]);
      const byId = new Map(rows.map((row) => [row.user_id, row]));
      const added = new Set(addedIds);
      const newcomers = userIds.filter((id) => added.has(id)).map((id) => toMember(byId.get(id)!, parts));
      if (newcomers.length === 0) return [];
      await tellJoined(parts, tx, roomId, newcomers, total);
      if (role !== RoomRole.CREATOR) {
        const users = newcomers.map(({ userId: id, username, displayName }) => ({ id, username, displayName }));
        await notices.joined(tx, roomId, users);
      }
      return newcomers;
    },
    /** [ME10] */
    async setAside(tx, userId) {
      for (const row of await store.setAside(tx.query(), userId, RoomRole.CREATOR))
        await tellMember(parts, tx, row.room_id, MemberEventKind.LEFT, toMember(row, parts));
    },
    /** [ME10] */
    async bringBack(tx, userId) {
      for (const row of await store.takeSetAside(tx.query(), userId)) {
        const room = await store.lockRoomSettings(tx.query(), row.room_id);
        if (!room) continue;
        const { maxMembers } = readRoomSettings(room.settings, settings.maxMembersPerRoom);
        if ((await store.countMembers(tx.query(), row.room_id)) >= maxMembers) continue;
        await store.insertMembers(tx.query(), [row]);
        const member = toMember(await getMember(tx, row.room_id, userId), parts);
        await tellMember(parts, tx, row.room_id, MemberEventKind.JOINED, member);
      }
    },
  };
}
