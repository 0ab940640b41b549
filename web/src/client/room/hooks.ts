import type {
  ChatMessage,
  Playback,
  PlaybackState,
  RoomSettingsChange,
  SelfRoomMember,
} from '@matinee/contract/gen/api.ts';
import { useSyncExternalStore } from 'react';
import type { Store } from '../store.ts';
import type { ConnectionState } from './connection.ts';
import type { Online, RoomMembers } from './merge.ts';
import type { PlaylistItems } from './merge-playlist.ts';
import type { RoomConnection } from './room.ts';

/** The value of `store`, and again whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** How the room's socket stands. */
export function useConnection(room: RoomConnection): ConnectionState {
  return useStore(room.connection);
}

/** What plays and where; undefined: not told yet. */
export function usePlaybackState(room: RoomConnection): PlaybackState | undefined {
  return useStore(room.cache.stores.playbackState);
}

/** Where to load what plays from. */
export function usePlayback(room: RoomConnection): Playback | undefined {
  return useStore(room.cache.stores.playback);
}

/** The room and its settings as they are now. */
export function useRoomSettings(room: RoomConnection): RoomSettingsChange | undefined {
  return useStore(room.cache.stores.roomSettings);
}

/** The root playlist. */
export function usePlaylistItems(room: RoomConnection): PlaylistItems | undefined {
  return useStore(room.cache.stores.playlistItems);
}

/** The playlist that is looked into; undefined: none is, or it is not told yet. */
export function useOpenPlaylist(room: RoomConnection): PlaylistItems | undefined {
  return useStore(room.cache.stores.openPlaylist);
}

/** Its id, as soon as it is opened. */
export function useOpenPlaylistId(room: RoomConnection): string | undefined {
  return useStore(room.cache.openId);
}

/** The members that are loaded. */
export function useRoomMembers(room: RoomConnection): RoomMembers | undefined {
  return useStore(room.cache.stores.roomMembers);
}

/** Messages that came since the room was opened, oldest first. */
export function useChatMessages(room: RoomConnection): readonly ChatMessage[] | undefined {
  return useStore(room.cache.stores.chatEvents);
}

/** One's own role and permissions. */
export function useSelfMember(room: RoomConnection): SelfRoomMember | undefined {
  return useStore(room.cache.stores.selfRoomMember);
}

/** Who is connected. */
export function useOnlineMembers(room: RoomConnection): Online | undefined {
  return useStore(room.cache.stores.onlineMembers);
}
