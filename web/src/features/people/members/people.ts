import type { Permission, Presence, RoomMember, RoomRole } from '@matinee/contract/gen/api.ts';

/** A member and the state of their player. Without a presence they are not connected. */
export interface Person {
  readonly member: RoomMember;
  readonly presence: Presence | undefined;
}

const ranks: Record<RoomRole, number> = { guest: 0, member: 1, admin: 2, creator: 3 };

/** The name that the room shows for a member. [WM8] */
export function nameOf({ remark_name, display_name }: Pick<RoomMember, 'remark_name' | 'display_name'>): string {
  return remark_name || display_name;
}

/** When the member last entered; 0 for never. */
function visitedMs({ visited_at }: Pick<RoomMember, 'visited_at'>): number {
  return visited_at ? Date.parse(visited_at) : 0;
}

/** All members in the order of [WM1]. */
export function sortPeople(
  members: readonly RoomMember[],
  presences: ReadonlyMap<string, Presence>,
  selfId: string,
): readonly Person[] {
  const people = members.map((member) => ({ member, presence: presences.get(member.user_id) }));
  const order = (person: Person) => [
    person.presence ? 0 : 1,
    person.member.user_id === selfId ? 0 : 1,
    person.presence ? 0 : -visitedMs(person.member),
    -ranks[person.member.role],
  ];
  return people.sort((a, b) => {
    const [left, right] = [order(a), order(b)];
    const difference = left.map((value, index) => value - (right[index] ?? 0)).find((value) => value !== 0);
    return difference ?? nameOf(a.member).localeCompare(nameOf(b.member));
  });
}

/** The state of a person's player, as a key of the texts, with seconds where there are any. [WM2] */
export function describePresence(presence: Presence | undefined): { readonly key: string; readonly seconds?: number } {
  if (!presence) return { key: 'offline' };
  const skew = presence.skew_ms;
  if (presence.state !== 'playing' || skew === undefined) return { key: presence.state };
  if (Math.abs(skew) < 100) return { key: 'inSync' };
  return { key: skew < 0 ? 'behind' : 'ahead', seconds: Math.round(Math.abs(skew) / 100) / 10 };
}

/** The colour of a face in the header. It shows the state of the person's player. */
export type PresenceTone = 'good' | 'off' | 'waiting' | 'quiet' | 'lost';

/** [WM7] */
export function presenceTone(presence: Presence): PresenceTone {
  const { key } = describePresence(presence);
  if (key === 'behind' || key === 'ahead') return 'off';
  if (key === 'inSync' || key === 'playing') return 'good';
  if (key === 'buffering') return 'waiting';
  return key === 'lost' ? 'lost' : 'quiet';
}

/** The other people. Their order does not depend on their players, so no face moves when a player changes. [WM7] */
export function facesOf(presences: Iterable<Presence>, selfId: string): readonly Presence[] {
  return [...presences]
    .filter(({ user_id }) => user_id !== selfId)
    .sort((a, b) => a.display_name.localeCompare(b.display_name) || a.user_id.localeCompare(b.user_id));
}

/** The permissions that make up the remote of a room. */
export const remote: readonly Permission[] = ['control_playback_state', 'navigate_playback'];

export function hasRemote(member: RoomMember): boolean {
  return remote.every((permission) => member.permissions.includes(permission));
}

/** The member's own permissions after giving or taking the remote. [WM3] */
export function changeRemote(
  member: RoomMember,
  isGiven: boolean,
): { readonly added_permissions: readonly Permission[]; readonly removed_permissions: readonly Permission[] } {
  const added = member.added_permissions.filter((permission) => !remote.includes(permission));
  const removed = member.removed_permissions.filter((permission) => !remote.includes(permission));
  if (isGiven) return { added_permissions: [...added, ...remote], removed_permissions: removed };
  const isFromRole = remote.some(
    (permission) => member.permissions.includes(permission) && !member.added_permissions.includes(permission),
  );
  return { added_permissions: added, removed_permissions: isFromRole ? [...removed, ...remote] : removed };
}

export type MemberAction = 'make-admin' | 'make-member' | 'give-remote' | 'take-remote' | 'remove';

/** The actions that `self` may perform on `member`. [WM3] */
export function actionsOn(
  member: RoomMember,
  self: { readonly id: string; readonly role: RoomRole; readonly permissions: ReadonlySet<Permission> },
): readonly MemberAction[] {
  if (member.user_id === self.id || ranks[member.role] >= ranks[self.role]) return [];
  const actions: MemberAction[] = [];
  if (self.permissions.has('manage_member_permissions')) {
    if (member.role === 'member') actions.push(hasRemote(member) ? 'take-remote' : 'give-remote');
    // Only a creator outranks an admin, so only a creator could take the role back.
    if (self.role === 'creator') actions.push(member.role === 'admin' ? 'make-member' : 'make-admin');
  }
  if (self.permissions.has('remove_members')) actions.push('remove');
  return actions;
}

/** Whether `self` may grant permissions to a member and revoke them. [WM10] */
export function mayChangeRights(
  member: RoomMember,
  self: { readonly role: RoomRole; readonly permissions: ReadonlySet<Permission> },
): boolean {
  return self.permissions.has('manage_member_permissions') && ranks[member.role] < ranks[self.role];
}

/** Which of a member's names `self` may change. [WM8] */
export function mayName(
  member: RoomMember,
  self: { readonly id: string; readonly role: RoomRole; readonly permissions: ReadonlySet<Permission> },
): { readonly remark: boolean; readonly tag: boolean } {
  const isSelf = member.user_id === self.id;
  const mayManage = self.permissions.has('manage_member_permissions');
  const isLower = ranks[member.role] < ranks[self.role];
  return { remark: isSelf || (mayManage && isLower), tag: mayManage && (isSelf || isLower) };
}
