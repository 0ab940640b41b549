import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { RoomSuccessionService } from '@matinee/contract/gen/service/client/room_succession_service_pb.ts';
import { handleAdmin, handleMember } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { makeAwayWatch, makePassingOn, type PassingOnParts } from './passing-on.ts';
import { personalData } from './personal-data.ts';
import type { RoomSuccessions } from './room-ownership.port.ts';
import { makeOwnership, type OwnershipParts } from './room-ownership.service.ts';
import { makeSuccessions, type SuccessionParts } from './succession.service.ts';

/** Transfers rooms to other members: by their owners, by administrators, and when owners leave. */
export function roomOwnershipFeature(
  parts: OwnershipParts & PassingOnParts & SuccessionParts,
): Feature & { successions: RoomSuccessions } {
  const passingOn = makePassingOn(parts);
  const service = makeOwnership(parts, passingOn);
  const successions = makeSuccessions(parts, passingOn);
  const { method } = RoomSuccessionService;
  return {
    name: 'room-ownership',
    personalData,
    tables: ['room_successions'],
    reads: ['room_members', 'room_visits', 'rooms', 'users'],
    successions: passingOn,
    bindings: [
      handleMember(RoomService.method.transferRoomOwnership, service.transferOwn),
      handleAdmin(AdminService.method.transferRoomOwnership, service.transferAny),
      handleMember(RoomService.method.leaveRoom, service.leave),
      handleMember(method.getRoomSuccession, successions.get),
      handleMember(method.putRoomSuccession, successions.put),
      handleMember(method.clearRoomSuccession, successions.clear),
      handleMember(method.declineRoomSuccession, successions.decline),
    ],
    parts: [makeAwayWatch(parts, passingOn)],
  };
}
