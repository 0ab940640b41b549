import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handle, handleMember, handleRoom, handleRoomStream, handleUser } from '../../../kernel/handler.ts';
import type { ResourceOf } from '../../../realtime/resource.ts';
import type { Feature } from '../../feature.ts';
import type { WatchRoom } from '../../watch-room.ts';
import { type CardParts, makeCards } from './cards.service.ts';
import { type JoiningParts, makeJoining } from './joining.service.ts';
import { makeOpenRooms } from './open-rooms.ts';
import { personalData } from './personal-data.ts';
import { makeRoomPasswords } from './room-passwords.service.ts';
import { getView, settingsPayload } from './room-views.ts';
import {
  type OpenRooms,
  type RoomCards,
  type RoomCare,
  type RoomGate,
  type Rooms,
  settingsKind,
} from './rooms.port.ts';
import { makeRoomCalls, makeRoomCare, makeRooms, type RoomParts } from './rooms.service.ts';

type Parts = RoomParts & CardParts & JoiningParts;

export function roomsFeature(
  parts: Parts,
  watch: WatchRoom,
): Feature & { rooms: Rooms; cards: RoomCards; care: RoomCare; gate: RoomGate; openRooms: OpenRooms } {
  const care = makeRoomCare(parts);
  const service = makeRoomCalls(parts, care);
  const cards = makeCards(parts);
  const joining = makeJoining(parts, care);
  const passwords = makeRoomPasswords(parts, care);
  const user = UserService.method;
  const room = RoomService.method;
  return {
    name: 'rooms',
    personalData,
    tables: ['rooms'],
    reads: [
      'join_requests',
      'room_ban_list',
      'room_category_links',
      'room_favorites',
      'room_kicks',
      'room_label_links',
      'room_members',
      'users',
    ],
    rooms: makeRooms(parts),
    cards,
    care,
    gate: joining,
    openRooms: makeOpenRooms(parts),
    bindings: [
      handleRoom(user.getRoom, (_, call) => service.get(call)),
      handle(user.getRoomDiscovery, ({ roomId }, call) => cards.card(roomId, call.principal)),
      handleUser(user.joinRoom, (request, call) => joining.join(request, call)),
      handleUser(user.startRoomPasswordLogin, joining.startPasswordLogin),
      handleUser(user.finishRoomPasswordLogin, joining.finishPasswordLogin),
      handleMember(room.deleteRoom, (_, call) => service.delete(call)),
      handleMember(room.closeRoom, (_, call) => service.close(call)),
      handleMember(room.reopenRoom, (_, call) => service.reopen(call)),
      handleRoom(room.getRoomSettings, (_, call) => care.settings(call.room.roomId)),
      handleMember(room.updateRoomSettings, (request, call) => service.updateSettings(request, call)),
      handleMember(room.resetRoomSettings, (request, call) => service.resetSettings(request, call)),
      handleMember(room.updateRoomVisibility, (request, call) => service.updateVisibility(request, call)),
      handleMember(room.startRoomPasswordRegistration, (request) => passwords.start(request)),
      handleMember(room.finishRoomPasswordRegistration, (request) => passwords.finish(request)),
      handleMember(room.clearRoomPassword, (request) => passwords.clear(request)),
      handleRoomStream(room.watchRoomSettings, async function* (_, call) {
        for await (const { resource } of watch(call, { case: 'roomSettings', value: {} })) {
          if (resource.case === 'roomSettings') yield { change: resource.value };
        }
      }),
    ],
    // Members' permissions and guests' access depend on the room's settings.
    standingEvents: [{ kind: settingsKind }],
    resources: [settingsResource(parts)],
  };
}

function settingsResource(parts: RoomParts): ResourceOf<'roomSettings'> {
  return {
    case: 'roomSettings',
    key: () => settingsKind,
    async snapshot(roomId) {
      const row = await getView(parts.db, roomId);
      return { version: row.settings_version, payload: settingsPayload(row, parts) };
    },
  };
}
