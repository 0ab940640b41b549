import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handle, handleMember, handleRoom, handleRoomStream, handleUser } from '../../kernel/handler.ts';
import type { KeyValue } from '../../store/key-value/key-value.ts';
import type { Bans } from '../bans/bans.port.ts';
import type { Feature } from '../feature.ts';
import type { WatchRoom } from '../watch-room.ts';
import { makeEntering } from './entering.service.ts';
import type { NowPlaying, RoomCare, Rooms } from './rooms.port.ts';
import { makeRooms, type RoomParts } from './rooms.service.ts';

type Parts = RoomParts & {
  readonly keyValue: KeyValue;
  readonly nowPlaying: NowPlaying;
  readonly bans: Pick<Bans, 'find'>;
};

export function roomsFeature(parts: Parts, watch: WatchRoom): Feature & { rooms: Rooms; care: RoomCare } {
  const service = makeRooms(parts);
  const entering = makeEntering({ ...parts, service });
  const user = UserService.method;
  const room = RoomService.method;
  return {
    name: 'rooms',
    rooms: service.rooms,
    care: service.care,
    bindings: [
      handleUser(user.createRoom, (request, call) => service.create(request, call.principal)),
      handleRoom(user.getRoom, (_, call) => service.get(call)),
      handleUser(user.listMyRooms, (request, call) => entering.listMine(request, call.principal)),
      handle(user.discoverRooms, (request, call) => entering.discover(request, call.principal)),
      handle(user.getRoomDiscovery, ({ roomId }, call) => entering.card(roomId, call.principal)),
      handleUser(user.joinRoom, (request, call) => entering.join(request, call.principal)),
      handleMember(room.deleteRoom, (_, call) => service.delete(call)),
      handleRoom(room.getRoomSettings, (_, call) => service.care.settings(call.room.roomId)),
      handleMember(room.updateRoomSettings, (request, call) => service.updateSettings(request, call)),
      handleMember(room.resetRoomSettings, (_, call) => service.resetSettings(call)),
      handleRoomStream(room.watchRoomSettings, async function* (_, call) {
        for await (const { resource } of watch(call, { case: 'roomSettings', value: {} })) {
          if (resource.case === 'roomSettings') yield { change: resource.value };
        }
      }),
    ],
    resources: [
      { case: 'roomSettings', key: () => 'roomSettings', snapshot: (roomId) => service.settingsSnapshot(roomId) },
    ],
  };
}
