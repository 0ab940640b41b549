import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handleAdmin, handleMember, handleUser } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { joinReviewsKind } from './join-requests.ts';
import { personalData } from './personal-data.ts';
import { makeReviewing, type ReviewingParts } from './reviewing.service.ts';

/** The calls by which reviewers decide on requests to join. Rooms make requests, see `JoinRequests`. */
export function joinRequestsFeature(parts: ReviewingParts): Feature {
  const reviewing = makeReviewing(parts);
  const { listRoomJoinReviews, approveRoomJoinReview, rejectRoomJoinReview } = RoomService.method;
  const admin = AdminService.method;
  return {
    name: 'join-requests',
    personalData,
    tables: ['join_requests'],
    reads: ['rooms', 'users'],
    bindings: [
      handleUser(UserService.method.withdrawJoinRequest, ({ roomId }, call) =>
        reviewing.withdraw(roomId, call.principal),
      ),
      handleMember(listRoomJoinReviews, (request, { room }) => reviewing.list({ ...request, roomId: room.roomId })),
      handleMember(approveRoomJoinReview, (request, call) => reviewing.approve(request, call)),
      handleMember(rejectRoomJoinReview, (request, call) => reviewing.reject(request, call)),
      handleAdmin(admin.listRoomJoinReviews, (request) => reviewing.listAll(request)),
      handleAdmin(admin.approveRoomJoinReview, (request, call) => reviewing.approveAny(request, call)),
      handleAdmin(admin.rejectRoomJoinReview, (request, call) => reviewing.rejectAny(request, call)),
    ],
    resources: [
      {
        case: 'joinReviews',
        permission: Permission.REVIEW_JOIN_REQUESTS,
        membersOnly: true,
        key: () => joinReviewsKind,
        snapshot: (roomId) => reviewing.snapshot(roomId),
      },
    ],
  };
}
