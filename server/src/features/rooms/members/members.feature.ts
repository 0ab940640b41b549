import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleMember, handleRoom, handleRoomStream } from '../../../kernel/handler.ts';
import { changePayload, decodePayload } from '../../../realtime/frames.ts';
import { principalIdOf, type ResourceOf } from '../../../realtime/resource.ts';
import type { Feature } from '../../feature.ts';
import type { WatchRoom } from '../../watch-room.ts';
import { type Members, membersKind } from './members.port.ts';
import { type MemberParts, makeMemberCalls, makeMembers } from './members.service.ts';
import { personalData } from './personal-data.ts';

export function membersFeature(parts: MemberParts, watch: WatchRoom): Feature & { members: Members } {
  const members = makeMembers(parts);
  const service = makeMemberCalls(parts, members);
  const method = RoomService.method;
  return {
    name: 'members',
    personalData,
    tables: ['room_kicks', 'room_members', 'room_members_set_aside'],
    reads: ['room_visits', 'rooms', 'users'],
    members,
    bindings: [
      handleRoom(method.getRoomMembers, (request, call) => members.list(request, call.room.roomId)),
      handleMember(method.kickMember, (request, call) => service.kick(request, call)),
      handleMember(method.updateMemberPermissions, (request, call) => service.update(request, call)),
      handleMember(method.updateMemberRemarkName, (request, call) => service.rename(request, call)),
      handleMember(method.updateMemberDisplayTag, (request, call) => service.tag(request, call)),
      handleMember(method.getMemberPermissions, ({ userId }, { room }) => members.explain(room.roomId, userId)),
      handleRoomStream(method.watchRoomMemberEvents, async function* (_, call) {
        for await (const { resource, snapshot } of watch(call, { case: 'roomMembers', value: {} })) {
          if (resource.case === 'roomMembers') yield { change: resource.value, snapshot };
        }
      }),
    ],
    resources: [membersResource(members), selfResource(members)],
    standingEvents: [{ kind: membersKind, personsOf: personsNamedIn }],
  };
}

function membersResource(members: Members): ResourceOf<'roomMembers'> {
  return {
    case: 'roomMembers',
    permission: Permission.VIEW_MEMBERS,
    key: () => membersKind,
    async snapshot(roomId) {
      const { members: listed, total } = await members.list(
        { search: '', onlineOnly: false, page: 1, pageSize: 100 },
        roomId,
      );
      return {
        version: 0,
        payload: changePayload({
          snapshot: true,
          resource: { case: 'roomMembers', value: { members: listed, total } },
        }),
      };
    },
  };
}

/** The viewer's rights in the room. */
function selfResource(members: Members): ResourceOf<'selfRoomMember'> {
  return {
    case: 'selfRoomMember',
    followsStanding: true,
    key: (_, viewer) => `selfRoomMember/${principalIdOf(viewer.principal)}`,
    async snapshot(roomId, _, viewer) {
      const { principal } = viewer;
      const standing = await members.findStanding(principal, roomId);
      const { reasons } = standing
        ? await members.explain(roomId, principal.kind === 'user' ? principal.userId : '')
        : { reasons: [] };
      const value = {
        role: standing?.role ?? 0,
        permissions: [...(standing?.permissions ?? [])].sort((a, b) => a - b),
        reasons,
      };
      return {
        version: 0,
        payload: changePayload({ snapshot: true, resource: { case: 'selfRoomMember', value } }),
      };
    },
  };
}

/** Ids of the members in a `roomMembers` event. */
function personsNamedIn(payload: Uint8Array): string[] {
  const { resource } = decodePayload(payload);
  return resource.case === 'roomMembers' ? resource.value.members.map(({ userId }) => userId) : [];
}
