import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { MemberEventKind } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { ChatNotices } from '../chat/chat-notices.port.ts';
import { readRoomSettings } from '../rooms/room-settings.port.ts';
import { getMember, type MemberView, tellMember, toMember } from './member-changes.ts';
import type { Members } from './members.port.ts';
import * as store from './members.store.ts';

export interface JoiningParts extends MemberView {
  readonly clock: Clock;
  readonly notices: Pick<ChatNotices, 'joined'>;
}

/** Makes people members, and keeps the memberships of deleted accounts until these are restored. */
export function makeJoining(parts: JoiningParts): Pick<Members, 'add' | 'setAside' | 'bringBack'> {
  const { clock, settings, notices } = parts;
  return {
    async add(tx, roomId, userId, role) {
      const isNew = await store.insertMember(tx.query(), {
        room_id: roomId,
        user_id: userId,
        role,
        joined_at: dateOf(clock.nowMs()),
      });
      if (!isNew) return;
      const member = toMember(await getMember(tx, roomId, userId), parts);
      await tellMember(tx, roomId, MemberEventKind.JOINED, member);
      if (role !== RoomRole.CREATOR) await notices.joined(tx, roomId, { id: userId, username: member.username });
    },
    /** [ME10] */
    async setAside(tx, userId) {
      for (const row of await store.setAside(tx.query(), userId, RoomRole.CREATOR))
        await tellMember(tx, row.room_id, MemberEventKind.LEFT, toMember(row, parts));
    },
    /** [ME10] */
    async bringBack(tx, userId) {
      for (const row of await store.takeSetAside(tx.query(), userId)) {
        const room = await store.lockRoomSettings(tx.query(), row.room_id);
        if (!room) continue;
        const { maxMembers } = readRoomSettings(room.settings, settings.maxMembersPerRoom);
        if ((await store.countMembers(tx.query(), row.room_id)) >= maxMembers) continue;
        await store.insertMember(tx.query(), row);
        const member = toMember(await getMember(tx, row.room_id, userId), parts);
        await tellMember(tx, row.room_id, MemberEventKind.JOINED, member);
      }
    },
  };
}
