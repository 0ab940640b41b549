import type {
  ChatMessage,
  ChatMessageEvent,
  OnlineMembers,
  Presence,
  RoomMember,
  RoomMembersChange,
} from '@matinee/contract/gen/api.ts';

/** The room's members as far as they are loaded. */
export interface RoomMembers {
  readonly members: readonly RoomMember[];
  readonly total: number;
}

/** Who is connected now. */
export interface Online {
  readonly memberCount: number;
  readonly guestCount: number;
  /** By user id. */
  readonly members: ReadonlyMap<string, Presence>;
  /** False: more people are connected than `members` tells; the member list knows them. */
  readonly isComplete: boolean;
}

/** Live messages that are kept; older ones are history, which is read page by page. */
export const keptMessages = 500;

/** `members` after a change; a snapshot replaces. */
export function mergeMembers(
  members: RoomMembers | undefined,
  change: RoomMembersChange,
  snapshot: boolean,
): RoomMembers {
  const { total } = change;
  if (snapshot || members === undefined) return { members: change.members, total };
  if (change.kind === 'left' || change.kind === 'kicked') {
    const gone = new Set(change.members.map((member) => member.user_id));
    return { members: members.members.filter((member) => !gone.has(member.user_id)), total };
  }
  return { members: putAll(members.members, change.members, (member) => member.user_id), total };
}

/** `members` with a page of the member list. */
export function addMembers(members: RoomMembers | undefined, page: readonly RoomMember[], total: number): RoomMembers {
  return { members: putAll(members?.members ?? [], page, (member) => member.user_id), total };
}

/** `online` after a hint; a snapshot replaces. */
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

/** `messages` after an event, oldest first; an event that was seen already changes nothing. */
export function mergeChat(
  messages: readonly ChatMessage[] | undefined,
  event: ChatMessageEvent,
): readonly ChatMessage[] {
  const held = messages ?? [];
  const { message } = event;
  if (message === undefined) return held;
  const known = held.find((other) => other.id === message.id);
  if (known) return known.version >= message.version ? held : held.map((other) => (other === known ? message : other));
  // Ids begin with the time: their order is the order of sending.
  return [...held, message].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(-keptMessages);
}

/** `list` with each of `changes` put in the place of the one with its id, or at the end, unless a newer version is there. */
export function putAll<T extends { readonly version: number }>(
  list: readonly T[],
  changes: readonly T[],
  idOf: (item: T) => string = (item) => (item as unknown as { id: string }).id,
): T[] {
  const byId = new Map(list.map((item) => [idOf(item), item]));
  for (const change of changes) {
    const known = byId.get(idOf(change));
    if (known === undefined || known.version <= change.version) byId.set(idOf(change), change);
  }
  return [...byId.values()];
}
