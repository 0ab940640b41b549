import type {
  ChatMessage,
  Media,
  ObserveResource,
  Playback,
  PlaybackState,
  ResourceChanged,
  RoomMember,
  RoomSettingsChange,
  SelfRoomMember,
  ServerMessage,
} from '@matinee/contract/gen/api.ts';
import { makeStore, type Store, type WritableStore } from '../store.ts';
import { addMembers, mergeChat, mergeMembers, mergeOnline, type Online, type RoomMembers } from './merge.ts';
import { addMedia, mergePlaylist, type PlaylistItems } from './merge-playlist.ts';

/** What is observed in a room; undefined: not told yet. */
export interface RoomValues {
  readonly playbackState: PlaybackState;
  readonly playback: Playback;
  readonly roomSettings: RoomSettingsChange;
  readonly playlistItems: PlaylistItems;
  /** The playlist inside the root one that is looked into, if one is. */
  readonly openPlaylist: PlaylistItems;
  readonly roomMembers: RoomMembers;
  /** Messages that came since the room was opened, oldest first. */
  readonly chatEvents: readonly ChatMessage[];
  readonly selfRoomMember: SelfRoomMember;
  readonly onlineMembers: Online;
}

export type ResourceName = keyof RoomValues;
export type PlaylistName = 'playlistItems' | 'openPlaylist';

/** The observed resources of a room, each a store. The observe id of a resource is its name. */
export interface RoomCache {
  readonly stores: { readonly [N in ResourceName]: Store<RoomValues[N] | undefined> };
  /** Reasons of observations that were refused, by resource. */
  readonly refusals: Store<Readonly<Partial<Record<ResourceName, string>>>>;
  /** Which playlist `openPlaylist` is; undefined: none is looked into. */
  readonly openId: Store<string | undefined>;
  /** Looks into another playlist, or into none. @returns what to observe, or undefined. */
  open(playlistId: string | undefined): Partial<ObserveResource> | undefined;
  /** Takes a page of a playlist that begins at place `start`, counted from 0. */
  addMedia(name: PlaylistName, page: readonly Media[], start: number): void;
  addMembers(page: readonly RoomMember[], total: number): void;
  /** What to observe after (re)connecting: all, with the versions that are held. */
  observations(): Partial<ObserveResource>[];
  /** Applies a message, whichever order repeated ones come in; other messages are ignored. */
  read(message: ServerMessage): void;
}

const names = [
  'playbackState',
  'playback',
  'selfRoomMember',
  'roomSettings',
  'playlistItems',
  'roomMembers',
  'onlineMembers',
  'chatEvents',
  'openPlaylist',
] as const satisfies readonly ResourceName[];

/** Observing with no version makes the server send a snapshot; these are never resumed by version. */
const unversioned = new Set<ResourceName>(['onlineMembers', 'chatEvents']);

/** Makes an empty cache. */
export function makeRoomCache(): RoomCache {
  const stores = Object.fromEntries(names.map((name) => [name, makeStore(undefined)])) as unknown as {
    readonly [N in ResourceName]: WritableStore<RoomValues[N] | undefined>;
  };
  const refusals = makeStore<Readonly<Partial<Record<ResourceName, string>>>>({});
  const openId = makeStore<string | undefined>(undefined);
  const versions = new Map<ResourceName, number>();
  let chatSequence: string | undefined;

  function raiseChatSequence(sequence: string): void {
    if (chatSequence === undefined || BigInt(sequence) > BigInt(chatSequence)) chatSequence = sequence;
  }

  function observation(name: ResourceName): Partial<ObserveResource> {
    return {
      observe_id: name,
      delivery_mode: 'snapshot',
      ...(name === 'openPlaylist' ? { playlistItems: { playlist_id: openId.get() ?? '' } } : { [name]: {} }),
      ...(versions.has(name) ? { version: versions.get(name)! } : {}),
      ...(name === 'chatEvents' && chatSequence !== undefined ? { after_event_sequence: chatSequence } : {}),
    };
  }

  function apply(change: ResourceChanged): void {
    const name = change.observe_id as ResourceName;
    if (!names.includes(name)) return;
    if (name === 'openPlaylist' && change.playlistItems?.playlist_id !== openId.get()) return;
    if (name === 'chatEvents') raiseChatSequence(change.sequence);
    if (!unversioned.has(name)) {
      // A snapshot always counts: a server that was restored from a backup may be at an older version.
      if (!change.snapshot && change.version < (versions.get(name) ?? 0)) return;
      versions.set(name, change.version);
    }
    put(stores, change, name);
  }

  return {
    stores,
    refusals,
    openId,
    open(playlistId) {
      versions.delete('openPlaylist');
      refusals.set(without(refusals.get(), 'openPlaylist'));
      stores.openPlaylist.set(undefined);
      openId.set(playlistId);
      return playlistId === undefined ? undefined : observation('openPlaylist');
    },
    addMedia(name, page, start) {
      const items = stores[name].get();
      if (items) stores[name].set(addMedia(items, page, start));
    },
    addMembers: (page, total) => stores.roomMembers.set(addMembers(stores.roomMembers.get(), page, total)),
    observations: () => names.filter((name) => name !== 'openPlaylist' || openId.get() !== undefined).map(observation),
    read(message) {
      if (message.resourceChanged) apply(message.resourceChanged);
      const observed = message.resourceObserved;
      if (observed) {
        // What lies before the cursor is on its way on this connection; after losing it here, asking again from the cursor would
        // miss that, so only a first cursor counts, which nothing lies before.
        if (observed.observe_id === 'chatEvents' && chatSequence === undefined) raiseChatSequence(observed.cursor);
        refusals.set(without(refusals.get(), observed.observe_id as ResourceName));
      }
      const refused = message.resourceObserveError;
      if (refused) refusals.set({ ...refusals.get(), [refused.observe_id]: refused.code });
    },
  };
}

function put(
  stores: { readonly [N in ResourceName]: WritableStore<RoomValues[N] | undefined> },
  change: ResourceChanged,
  name: ResourceName,
): void {
  const { snapshot } = change;
  if (change.playbackState) stores.playbackState.set(change.playbackState);
  if (change.playback) stores.playback.set(change.playback);
  if (change.selfRoomMember) stores.selfRoomMember.set(change.selfRoomMember);
  if (change.roomSettings) stores.roomSettings.set({ ...stores.roomSettings.get(), ...change.roomSettings });
  if (change.playlistItems) {
    const store = name === 'openPlaylist' ? stores.openPlaylist : stores.playlistItems;
    store.set(mergePlaylist(store.get(), change.playlistItems, snapshot));
  }
  if (change.roomMembers) stores.roomMembers.set(mergeMembers(stores.roomMembers.get(), change.roomMembers, snapshot));
  if (change.onlineMembers) {
    stores.onlineMembers.set(mergeOnline(stores.onlineMembers.get(), change.onlineMembers, snapshot));
  }
  if (change.chatEvent) stores.chatEvents.set(mergeChat(stores.chatEvents.get(), change.chatEvent));
}

function without<T extends object>(record: T, key: keyof T): T {
  if (!(key in record)) return record;
  const { [key]: _, ...rest } = record;
  return rest as T;
}
