import type {
  ChatMessage,
  ChatMessageEvent,
  Media,
  OnlineMembers,
  Playlist,
  PlaylistItemsChange,
  Presence,
  RoomMember,
  RoomMembersChange,
} from '@matinee/contract/gen/api.ts';

/** The observed playlist: its playlists, and its media in their order as far as they are loaded. */
export interface PlaylistItems {
  readonly playlistId: string;
  readonly playlists: readonly Playlist[];
  readonly media: readonly Media[];
  /** Media of the playlist, loaded or not. */
  readonly total: number;
}

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

/** `items` after a change; a snapshot replaces. What is there already in a newer version stays. */
export function mergePlaylist(
  items: PlaylistItems | undefined,
  change: PlaylistItemsChange,
  snapshot: boolean,
): PlaylistItems {
  const { playlist_id: playlistId, total } = change;
  if (snapshot || items === undefined) return { playlistId, playlists: change.playlists, media: change.media, total };
  const gone = new Set(change.deleted_ids);
  const media = putAll(items.media, change.media).filter((item) => !gone.has(item.id));
  const place = new Map(change.media_order.map((id, index) => [id, index]));
  const last = change.media_order.length;
  return {
    playlistId,
    playlists: putAll(items.playlists, change.playlists).filter((item) => !gone.has(item.id)),
    // Sorting is stable: what the order does not name keeps its place behind what it names.
    media: last === 0 ? media : media.sort((a, b) => (place.get(a.id) ?? last) - (place.get(b.id) ?? last)),
    total,
  };
}

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
function putAll<T extends { readonly version: number }>(
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
