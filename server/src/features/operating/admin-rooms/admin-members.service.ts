import type { AdminServiceAddMemberRequest } from '@matinee/contract/gen/service/client/admin_rooms_pb.ts';
import {
  type GetRoomMembersRequest,
  type KickMemberRequest,
  RoomRole,
  RoomRoleSchema,
  type UpdateMemberDisplayTagRequest,
  type UpdateMemberPermissionsRequest,
  type UpdateMemberRemarkNameRequest,
} from '@matinee/contract/gen/service/client/members_pb.ts';
import { printedValue } from '@matinee/contract/naming.ts';
import type { Notifications } from '../../accounts/notifications/notifications.port.ts';
import { type Users, userErrors } from '../../accounts/users/users.port.ts';
import { memberErrors } from '../../rooms/members/members.errors.ts';
import type { Members } from '../../rooms/members/members.port.ts';
import { type AdminCall, type AdminGround, actorIn, changeRoom } from './room-changes.ts';

export interface AdminMemberParts extends AdminGround {
  readonly members: Members;
  readonly users: Users;
  readonly notifications: Notifications;
}

/** Lets administrators list, add, kick and change the members of rooms. */
export function makeAdminMembers(parts: AdminMemberParts) {
  const { db, rooms, members, users, notifications } = parts;
  return {
    async list(request: GetRoomMembersRequest) {
      await rooms.getView(db, request.roomId);
      return members.list(request, request.roomId);
    },
    async add({ roomId, userId, role }: AdminServiceAddMemberRequest, call: AdminCall) {
      const user = await users.find(userId);
      if (!user) throw userErrors.not_found();
      await changeRoom(parts, call, roomId, 'room.member_added', async (tx) => {
        if (await members.isMember(tx, roomId, userId)) throw memberErrors.already_member();
        const content = { case: 'roomAdded', value: { role: role || RoomRole.MEMBER } } as const;
        await notifications.notify(tx, { to: [userId], roomId, content });
        await rooms.join(tx, roomId, userId, role || RoomRole.MEMBER);
        return { result: undefined, details: { user: userId, username: user.username } };
      });
      return { member: await members.get(roomId, userId) };
    },
    async kick(request: KickMemberRequest, call: AdminCall) {
      const { roomId, userId } = request;
      await changeRoom(parts, call, roomId, 'room.member_removed', async (tx) => {
        await members.kick(tx, request, actorIn(roomId, call));
        return { result: undefined, details: { user: userId } };
      });
      return {};
    },
    rename: (request: UpdateMemberRemarkNameRequest, call: AdminCall) =>
      changeRoom(parts, call, request.roomId, 'room.member_changed', async (tx) => {
        const member = await members.rename(tx, request, actorIn(request.roomId, call));
        return { result: { member }, details: { user: member.userId, remark_name: member.remarkName } };
      }),
    tag: (request: UpdateMemberDisplayTagRequest, call: AdminCall) =>
      changeRoom(parts, call, request.roomId, 'room.member_changed', async (tx) => {
        const member = await members.tag(tx, request, actorIn(request.roomId, call));
        return { result: { member }, details: { user: member.userId, display_tag: member.displayTag } };
      }),
    update: (request: UpdateMemberPermissionsRequest, call: AdminCall) =>
      changeRoom(parts, call, request.roomId, 'room.member_changed', async (tx) => {
        const member = await members.update(tx, request, actorIn(request.roomId, call));
        const details = {
          user: member.userId,
          username: member.username,
          role: printedValue(RoomRoleSchema, RoomRoleSchema.value[member.role]!),
        };
        return { result: { member }, details };
      }),
  };
}
