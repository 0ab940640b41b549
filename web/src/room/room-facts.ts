import type { Permission, Room, RoomRole, RoomSettings, RoomSettingsChange } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useResource } from '../client/room/hooks.ts';
import { defineResource } from '../client/room/resource.ts';
import { openRoom, type RoomConnection } from '../client/room/room.ts';
import { useSession } from '../client/session/session.tsx';
import type { RoomEntry } from './room-entry.ts';
import { roomOf } from './room-query.ts';

/** The role and permissions of the person at this page. */
export const selfMember = defineResource({ observe: 'selfRoomMember', changed: 'selfRoomMember' });

/** The room and its settings. A change has only the new values. */
export const roomSettings = defineResource({
  observe: 'roomSettings',
  changed: 'roomSettings',
  merge: (held: RoomSettingsChange | undefined, change) => ({ ...held, ...change }),
});

/** The only connection of the room, as long as the screen is shown. Observes the resources of `entries`. */
export function useRoomConnection(roomId: string, entries: readonly RoomEntry[]): RoomConnection | undefined {
  const { api } = useSession();
  const [room, setRoom] = useState<RoomConnection>();
  useEffect(() => {
    const resources = entries.flatMap((entry) => entry.resources ?? []);
    const connection = openRoom(api, roomId, resources);
    setRoom(connection);
    return () => {
      setRoom(undefined);
      connection.close();
    };
  }, [api, roomId, entries]);
  return room;
}

/** The room, and the person's current role and permissions in it. */
export interface RoomFacts {
  readonly info: Room | undefined;
  readonly settings: RoomSettings | undefined;
  readonly role: RoomRole;
  readonly permissions: ReadonlySet<Permission>;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Reads the room over REST, so that the screen shows before the socket is open. Later values from the socket win. */
export function useRoomFacts(room: RoomConnection): RoomFacts {
  const { api } = useSession();
  const { roomId } = room;
  const query = useQuery(roomOf(api, roomId));
  const live = useResource(room, roomSettings);
  const self = useResource(room, selfMember);
  const permissionList = self?.permissions ?? query.data?.permissions;
  const permissions = useMemo(() => new Set<Permission>(permissionList), [permissionList]);
  return {
    info: live?.room ?? query.data?.room,
    settings: live?.settings ?? query.data?.settings,
    role: self?.role ?? query.data?.role ?? 'member',
    permissions,
    error: query.error,
    retry: () => void query.refetch(),
  };
}
