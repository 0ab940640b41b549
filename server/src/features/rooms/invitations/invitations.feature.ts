import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handle, handleMember } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { type AddingParts, makeAdding } from './adding.service.ts';
import { type InvitationParts, makeInvitationCalls, makeInviting } from './invitations.service.ts';
import { personalData } from './personal-data.ts';

/** The calls by which members invite others to their room. Rooms redeem invitations, see `Invitations`. */
export function invitationsFeature(parts: AddingParts & InvitationParts): Feature {
  const add = makeAdding(parts);
  const invite = makeInviting(parts);
  const calls = makeInvitationCalls(parts);
  const method = RoomService.method;
  return {
    name: 'invitations',
    personalData,
    tables: ['room_invitation_uses', 'room_invitations'],
    reads: ['users'],
    bindings: [
      handleMember(method.addMember, add),
      handleMember(method.createRoomInvitation, invite),
      handleMember(method.listRoomInvitations, (request, { room }) => calls.list({ ...request, roomId: room.roomId })),
      handleMember(method.revokeRoomInvitation, (request, { room }) =>
        calls.revoke({ ...request, roomId: room.roomId }),
      ),
      handleMember(method.listRoomInvitationUses, (request, { room }) =>
        calls.listUses({ ...request, roomId: room.roomId }),
      ),
      handle(UserService.method.previewInvitation, (request, call) => calls.preview(request, call)),
    ],
  };
}
