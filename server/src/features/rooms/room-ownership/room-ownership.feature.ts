import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleAdmin, handleMember } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { makeOwnership, type OwnershipParts } from './room-ownership.service.ts';

/** Transfers rooms to other members. */
export function roomOwnershipFeature(parts: OwnershipParts): Feature {
  const service = makeOwnership(parts);
  return {
    name: 'room-ownership',
    bindings: [
      handleMember(RoomService.method.transferRoomOwnership, (request, call) => service.transferOwn(request, call)),
      handleAdmin(AdminService.method.transferRoomOwnership, (request, call) => service.transferAny(request, call)),
    ],
  };
}
