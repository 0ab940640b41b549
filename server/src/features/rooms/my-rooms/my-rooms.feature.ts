import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handleUser } from '../../../kernel/handler.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Feature } from '../../feature.ts';
import { type MyRoomParts, makeMyRooms } from './my-rooms.service.ts';
import { personalData } from './personal-data.ts';
import { makeVisits } from './visits.ts';

export function myRoomsFeature(parts: MyRoomParts & { readonly log: Log }): Feature {
  const service = makeMyRooms(parts);
  const visits = makeVisits(parts);
  const user = UserService.method;
  return {
    name: 'my-rooms',
    personalData,
    tables: ['room_favorites', 'room_visits'],
    reads: ['room_members', 'rooms', 'users'],
    bindings: [
      handleUser(user.listMyRooms, (request, call) => service.list(request, call.principal)),
      handleUser(user.listFavoriteRooms, (request, call) => service.listFavorites(request, call.principal)),
      handleUser(user.favoriteRoom, ({ roomId }, call) => service.favorite(roomId, call.principal)),
      handleUser(user.unfavoriteRoom, ({ roomId }, call) => service.unfavorite(roomId, call.principal)),
    ],
    onConnected: visits.connected,
    parts: [visits.part],
  };
}
