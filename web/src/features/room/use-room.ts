import type { Permission, Room, RoomRole, RoomSettings } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useRoomSettings, useSelfMember } from '../../client/room/hooks.ts';
import { openRoom, type RoomConnection } from '../../client/room/room.ts';
import { useSession } from '../../client/session/session.tsx';

/** The room's one connection, for as long as the screen is shown. */
export function useRoomConnection(roomId: string): RoomConnection | undefined {
  const { api } = useSession();
  const [room, setRoom] = useState<RoomConnection>();
  useEffect(() => {
    const connection = openRoom(api, roomId);
    setRoom(connection);
    return () => {
      setRoom(undefined);
      connection.close();
    };
  }, [api, roomId]);
  return room;
}

/** The room and one's own standing in it, as they are now. */
export interface RoomFacts {
  readonly info: Room | undefined;
  readonly settings: RoomSettings | undefined;
  readonly role: RoomRole;
  readonly permissions: ReadonlySet<Permission>;
  readonly error: unknown;
  readonly retry: () => void;
}

/** First from REST, so that the screen stands before the socket does; what the socket tells later wins. */
export function useRoomFacts(roomId: string, room: RoomConnection): RoomFacts {
  const { api } = useSession();
  const query = useQuery({
    queryKey: ['room', roomId],
    queryFn: () => api.call('UserService.GetRoom', { room_id: roomId }),
    gcTime: 0,
  });
  const live = useRoomSettings(room);
  const self = useSelfMember(room);
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
