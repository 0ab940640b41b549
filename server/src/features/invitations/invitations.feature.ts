import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleMember } from '../../kernel/handler.ts';
import type { Feature } from '../feature.ts';
import { type AddingParts, makeAdding } from './adding.service.ts';

/** How people of a room bring others in. */
export function invitationsFeature(parts: AddingParts): Feature {
  const add = makeAdding(parts);
  return { name: 'invitations', bindings: [handleMember(RoomService.method.addMember, add)] };
}
