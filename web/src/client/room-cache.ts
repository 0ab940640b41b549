import type {
  ChatMessage,
  ObserveResource,
  Playback,
  PlaybackState,
  ResourceChanged,
  RoomSettingsChange,
  SelfRoomMember,
  ServerMessage,
} from '@matinee/contract/gen/api.ts';
import {
  mergeChat,
  mergeMembers,
  mergeOnline,
  mergePlaylist,
  type Online,
  type PlaylistItems,
  type RoomMembers,
} from './merge.ts';
import { makeStore, type Store, type WritableStore } from './store.ts';

/** What is observed in a room; undefined: not told yet. */
export interface RoomValues {
  readonly playbackState: PlaybackState;
  readonly playback: Playback;
  readonly roomSettings: RoomSettingsChange;
  readonly playlistItems: PlaylistItems;
  readonly roomMembers: RoomMembers;
  /** Messages that came since the room was opened, oldest first. */
  readonly chatEvents: readonly ChatMessage[];
  readonly selfRoomMember: SelfRoomMember;
  readonly onlineMembers: Online;
}

export type ResourceName = keyof RoomValues;

/** The observed resources of a room, each a store. The observe id of a resource is its name. */
export interface RoomCache {
  readonly stores: { readonly [N in ResourceName]: Store<RoomValues[N] | undefined> };
  /** Reasons of observations that were refused, by resource. */
  readonly refusals: Store<Readonly<Partial<Record<ResourceName, string>>>>;
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
] as const satisfies readonly ResourceName[];

/** Observing with no version makes the server send a snapshot; these are never resumed by version. */
const unversioned = new Set<ResourceName>(['onlineMembers', 'chatEvents']);

/** Makes an empty cache. */
export function makeRoomCache(): RoomCache {
  const stores = Object.fromEntries(names.map((name) => [name, makeStore(undefined)])) as unknown as {
    readonly [N in ResourceName]: WritableStore<RoomValues[N] | undefined>;
  };
  const refusals = makeStore<Readonly<Partial<Record<ResourceName, string>>>>({});
  const versions = new Map<ResourceName, number>();
  let chatSequence: string | undefined;

  function raiseChatSequence(sequence: string): void {
    if (chatSequence === undefined || BigInt(sequence) > BigInt(chatSequence)) chatSequence = sequence;
  }

  function apply(change: ResourceChanged): void {
    const name = change.observe_id as ResourceName;
    if (!names.includes(name)) return;
    if (name === 'chatEvents') raiseChatSequence(change.sequence);
    if (!unversioned.has(name)) {
      // A snapshot always counts: a server that was restored from a backup may be at an older version.
      if (!change.snapshot && change.version < (versions.get(name) ?? 0)) return;
      versions.set(name, change.version);
    }
    put(stores, change);
  }

  return {
    stores,
    refusals,
    observations: () =>
      names.map((name) => ({
        observe_id: name,
        delivery_mode: 'snapshot',
        [name]: {},
        ...(versions.has(name) ? { version: versions.get(name)! } : {}),
        ...(name === 'chatEvents' && chatSequence !== undefined ? { after_event_sequence: chatSequence } : {}),
      })),
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
): void {
  const { snapshot } = change;
  if (change.playbackState) stores.playbackState.set(change.playbackState);
  if (change.playback) stores.playback.set(change.playback);
  if (change.selfRoomMember) stores.selfRoomMember.set(change.selfRoomMember);
  if (change.roomSettings) stores.roomSettings.set({ ...stores.roomSettings.get(), ...change.roomSettings });
  if (change.playlistItems) {
    stores.playlistItems.set(mergePlaylist(stores.playlistItems.get(), change.playlistItems, snapshot));
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
