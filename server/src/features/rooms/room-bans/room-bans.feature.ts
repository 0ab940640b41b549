import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleMember } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { personalData } from './personal-data.ts';
import { makeRoomBanCalls, type RoomBanParts } from './room-bans.service.ts';

/** The calls by which moderators ban users from their room. Rooms enforce the ban list, see `RoomBans`. */
export function roomBansFeature(parts: RoomBanParts): Feature {
  const calls = makeRoomBanCalls(parts);
  const { listRoomBans, banFromRoom, liftRoomBan } = RoomService.method;
  return {
    name: 'room-bans',
    personalData,
    tables: ['room_ban_list'],
    reads: ['users'],
    bindings: [
      handleMember(listRoomBans, (request, { room }) => calls.list({ ...request, roomId: room.roomId })),
      handleMember(banFromRoom, (request, call) => calls.ban(request, call)),
      handleMember(liftRoomBan, ({ userId }, { room }) => calls.lift(room.roomId, userId)),
    ],
  };
}
