import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handleAdmin, handleUser } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { type CreatingParts, makeCreating } from './creating.service.ts';
import { personalData } from './personal-data.ts';
import { makeRoomReviews, type RoomReviewParts } from './room-reviews.service.ts';

/** The calls by which users create rooms, and administrators review room requests. */
export function roomCreationsFeature(parts: CreatingParts & RoomReviewParts): Feature {
  const creating = makeCreating(parts);
  const reviews = makeRoomReviews(parts);
  const user = UserService.method;
  const admin = AdminService.method;
  return {
    name: 'room-creations',
    personalData,
    tables: ['room_creations'],
    reads: ['users'],
    bindings: [
      handleUser(user.createRoom, (request, call) => creating.create(request, call.principal)),
      handleUser(user.listOwnRoomCreations, (_, call) => creating.listOwn(call.principal)),
      handleUser(user.withdrawRoomCreation, ({ reviewId }, call) => creating.withdraw(reviewId, call.principal)),
      handleAdmin(admin.listRoomCreationReviews, (request) => reviews.list(request)),
      handleAdmin(admin.approveRoomCreationReview, (request, call) => reviews.approve(request, call)),
      handleAdmin(admin.rejectRoomCreationReview, (request, call) => reviews.reject(request, call)),
    ],
  };
}
