import { useSyncExternalStore } from 'react';
import type { Store } from '../store.ts';
import type { ConnectionState } from './connection.ts';
import type { Resource } from './resource.ts';
import type { RoomConnection } from './room.ts';

/** The value of `store`. The component is drawn again whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The state of the room's connection. */
export function useConnection(room: RoomConnection): ConnectionState {
  return useStore(room.connection);
}

/** The page's value of a resource of the room; undefined: the server has not sent it yet. */
export function useResource<T>(room: RoomConnection, resource: Resource<T>): T | undefined {
  return useStore(room.resources.store(resource));
}
