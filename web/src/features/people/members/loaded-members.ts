import type { OnlineMembers, Presence, RoomMember, RoomMembersChange } from '@matinee/contract/gen/api.ts';
import { putAll } from '../../../client/room/resource.ts';

/** The room's members as far as they are loaded. */
export interface LoadedMembers {
  readonly members: readonly RoomMember[];
  readonly total: number;
  /** Page of the member list that was read last, counted from 1. A snapshot over the socket is the first page. */
  readonly page: number;
}

/** The people who are connected now. */
export interface Online {
  readonly memberCount: number;
  readonly guestCount: number;
  /** By user id. */
  readonly members: ReadonlyMap<string, Presence>;
  /** False: more people are connected than `members` names; the member list has the others. */
  readonly isComplete: boolean;
}

/** `members` after a change; a snapshot replaces them. */
export function mergeMembers(
  members: LoadedMembers | undefined,
  change: RoomMembersChange,
  snapshot: boolean,
): LoadedMembers {
  const { total } = change;
  if (snapshot || members === undefined) return { members: change.members, total, page: 1 };
  if (change.kind === 'left' || change.kind === 'kicked') {
    const gone = new Set(change.members.map((member) => member.user_id));
    return { members: members.members.filter((member) => !gone.has(member.user_id)), total, page: members.page };
  }
  return { ...members, members: putAll(members.members, change.members, (member) => member.user_id), total };
}

/** Members after page `page` of the member list was read. [CS8] */
export function addMembers(
  held: LoadedMembers,
  read: { readonly members: readonly RoomMember[]; readonly total: number },
  page: number,
): LoadedMembers {
  return { members: putAll(held.members, read.members, (member) => member.user_id), total: read.total, page };
}

/** `online` after a hint; a snapshot replaces it. */
export function mergeOnline(online: Online | undefined, hint: OnlineMembers, snapshot: boolean): Online {
  const members = new Map(snapshot ? [] : online?.members);
  for (const id of hint.gone_ids) members.delete(id);
  for (const presence of hint.changed) members.set(presence.user_id, presence);
  return {
    memberCount: hint.member_count,
    guestCount: hint.guest_count,
    members,
    isComplete: hint.complete && (snapshot || (online?.isComplete ?? false)),
  };
}
