import { RoomAccess, RoomStatus } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { AppError } from '../../../../kernel/errors.ts';
import { type RoomViewing, settingsOf } from '../room-views.ts';
import { roomErrors } from '../rooms.errors.ts';
import type { RoomRow, RoomView } from '../rooms.store.ts';

export function notAdmitted(access: RoomAccess): AppError {
  return roomErrors.not_admitted({ metadata: { access: RoomAccess[access] } });
}

/**
 * The reason why a user who could join when they read the room (`seen`) no longer can, now that it is locked. Pure.
 * [RO23]
 */
export function refusalsOf(now: RoomRow, viewing: RoomViewing): (seen: RoomView) => AppError | undefined {
  const { automaticJoin, requireApproval } = settingsOf(now, viewing);
  return (seen) => {
    if (now.status !== RoomStatus.ACTIVE) return notAdmitted(RoomAccess.UNAVAILABLE);
    if (!automaticJoin) return notAdmitted(RoomAccess.INVITATION);
    if (now.password_record !== null && now.password_record !== seen.password_record)
      return roomErrors.wrong_password();
    const isNew = requireApproval && !settingsOf(seen, viewing).requireApproval;
    return isNew ? notAdmitted(RoomAccess.REQUEST_APPROVAL) : undefined;
  };
}
