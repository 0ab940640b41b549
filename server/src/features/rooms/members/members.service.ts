import {
  type KickMemberRequest,
  MemberSort,
  RoomRole,
  type UpdateMemberDisplayTagRequest,
  type UpdateMemberPermissionsRequest,
  type UpdateMemberRemarkNameRequest,
} from '@matinee/contract/gen/service/client/members_pb.ts';
import { MemberEventKind } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { pageOf } from '../../../store/queries/page.ts';
import { usernameKey } from '../../accounts/users/users.port.ts';
import { readRoomSettings } from '../rooms/room-settings.ts';
import { makeJoining } from './joining.service.ts';
import { getMember, tellLooks, tellMember, toMember } from './member-changes.ts';
import { memberErrors } from './members.errors.ts';
import type { Members, RoomActor } from './members.port.ts';
import * as store from './members.store.ts';
import { makeNaming } from './naming.service.ts';
import { explainPermissions } from './permission-reasons.ts';
import { makeRanking, type RankingParts } from './ranking.service.ts';
import { makeStandings, type StandingParts } from './standing.service.ts';

type RoomCall = Call<UserPrincipal, RoomStanding>;

export type MemberParts = RankingParts & StandingParts;

export function makeMembers(parts: MemberParts): Members {
  const { db, online } = parts;
  const read = () => db.query<store.MemberTables>();
  return {
    ...makeStandings(parts),
    ...makeJoining(parts),
    ...makeRanking(parts),
    ...makeNaming(parts),
    explain: makeExplaining(parts),
    get: async (roomId, userId) => toMember(await getMember(db, roomId, userId), parts),
    isMember: async (tx, roomId, userId) => (await store.listIdsAmong(tx.query(), roomId, [userId])).length > 0,
    among: async (tx, roomId, userIds) => new Set(await store.listIdsAmong(tx.query(), roomId, userIds)),
    count: (tx, roomId) => store.countMembers(tx.query(), roomId),
    holders: async (tx, roomId, permission) =>
      (await store.listDistinguished(tx.query(), roomId, RoomRole.ADMIN, 200))
        .map((row) => toMember(row, parts))
        .filter((member) => member.permissions.includes(permission))
        .map(({ userId }) => userId),
    /** [ME5] */
    async list({ search, onlineOnly, page, pageSize, role = 0, sort = MemberSort.ROLE }, roomId) {
      const { memberIds, guestCount } = online.of(roomId);
      const only = onlineOnly ? { only: [...memberIds] } : {};
      const { rows, total } = await store.listMembers(read(), roomId, {
        search: usernameKey(search),
        role,
        order: orders[sort],
        ...pageOf({ page, pageSize }),
        ...only,
      });
      const members = rows.map((row) => toMember(row, parts));
      return { members, total, onlineCount: memberIds.size, guestCount };
    },
    /** [ME14] */
    tellChanged: (tx, userId) => tellLooks(tx, userId, parts),
    /** [ME7] [ME12] */
    async leave(tx, roomId, userId) {
      await store.lockRoomSettings(tx.query(), roomId);
      const row = await getMember(tx, roomId, userId);
      if (row.role === RoomRole.CREATOR) throw memberErrors.creator_stays();
      await store.deleteMember(tx.query(), roomId, row.user_id);
      await tellMember(parts, tx, roomId, MemberEventKind.LEFT, toMember(row, parts));
    },
    keepOut: (tx, roomId, userId, until) => store.putKick(tx.query(), { room_id: roomId, user_id: userId, until }),
  };
}

const orders = {
  [MemberSort.UNSPECIFIED]: 'role',
  [MemberSort.ROLE]: 'role',
  [MemberSort.NAME]: 'name',
  [MemberSort.JOINED]: 'joined',
  [MemberSort.NEWEST]: 'newest',
  [MemberSort.VISITED]: 'visited',
} as const;

/** [ME15] */
function makeExplaining({ db, settings }: MemberParts): Members['explain'] {
  return async (roomId, userId) => {
    const [row] = await store.findMemberships(db.query<store.MemberTables>(), [{ roomId, userId }]);
    if (!row || (row.role === null && userId !== '')) throw memberErrors.not_found();
    const role: RoomRole = row.role ?? RoomRole.GUEST;
    const grants = {
      role,
      settings: readRoomSettings(row.settings, settings.maxMembersPerRoom),
      added: row.added_permissions ?? [],
      removed: row.removed_permissions ?? [],
    };
    return { role, reasons: explainPermissions(grants, settings) };
  };
}

/** The calls by which members kick or change members of lower rank. */
export function makeMemberCalls(parts: MemberParts, members: Members) {
  const { db } = parts;
  return {
    async kick(request: KickMemberRequest, call: RoomCall) {
      await db.write((tx) => members.kick(tx, request, actorOf(call)));
      return {};
    },
    rename: (request: UpdateMemberRemarkNameRequest, call: RoomCall) =>
      db.write(async (tx) => ({ member: await members.rename(tx, request, actorOf(call)) })),
    tag: (request: UpdateMemberDisplayTagRequest, call: RoomCall) =>
      db.write(async (tx) => ({ member: await members.tag(tx, request, actorOf(call)) })),
    update: (request: UpdateMemberPermissionsRequest, call: RoomCall) =>
      db.write(async (tx) => ({ member: await members.update(tx, request, actorOf(call)) })),
  };
}

function actorOf({ principal, room }: RoomCall): RoomActor {
  return { userId: principal.userId, room };
}
