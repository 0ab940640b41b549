import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomAccess } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Database } from '../../../../store/database.ts';
import { type JoinRequests, toOwnRequest } from '../../join-requests/join-requests.ts';
import type { Members } from '../../members/members.port.ts';
import type { RoomBans } from '../../room-bans/room-bans.ts';
import { lockRoom, type RoomViewing, settingsOf } from '../room-views.ts';
import type { RoomCare } from '../rooms.port.ts';
import type { RoomView } from '../rooms.store.ts';
import type { ViewerAccess } from '../viewer-access.ts';
import { makeBatchedJoin } from './batched-join.ts';
import { notAdmitted, refusalsOf } from './refusals.ts';

interface JoinByAccessParts extends RoomViewing {
  readonly db: Database;
  readonly members: Members;
  readonly roomBans: RoomBans;
  readonly joinRequests: JoinRequests;
}

/** A user who wants to join. */
interface Newcomer {
  readonly userId: string;
  /** A note for the reviewers. */
  readonly note: string;
  /** Called if the access state requires the password. @throws AppError if the user does not prove it. */
  readonly prove: () => Promise<void>;
}

/** Lets users join or ask to, by the access state found with `seen`. [RO5] [RO23] [JR1] */
export function makeJoinByAccess(parts: JoinByAccessParts, care: Pick<RoomCare, 'join' | 'joinAll'>) {
  const { db, members, roomBans, joinRequests } = parts;
  const join = makeBatchedJoin(parts, care);

  /** Opens a request for approval, unless approval is no longer needed or the user joined meanwhile. [JR1] [JR7] */
  async function ask(seen: RoomView, { userId, note }: Newcomer) {
    const roomId = seen.id;
    const request = await db.write(async (tx) => {
      const row = await lockRoom(tx, roomId);
      const refusal = refusalsOf(row, parts)(seen);
      if (refusal) throw refusal;
      if (!settingsOf(row, parts).requireApproval || (await members.isMember(tx, roomId, userId))) {
        await care.join(tx, roomId, userId, RoomRole.MEMBER);
        return undefined;
      }
      if (await roomBans.has(tx, roomId, userId)) throw notAdmitted(RoomAccess.UNAVAILABLE);
      return joinRequests.open(tx, roomId, userId, note);
    });
    return request ? { request: toOwnRequest(request) } : { member: await members.get(roomId, userId) };
  }

  return async (seen: RoomView, { access, request }: ViewerAccess, newcomer: Newcomer) => {
    switch (access) {
      case RoomAccess.ENTER:
        return { member: await members.get(seen.id, newcomer.userId) };
      case RoomAccess.PENDING_APPROVAL:
        return { request: toOwnRequest(request!) };
      case RoomAccess.PASSWORD:
        await newcomer.prove();
        break;
      case RoomAccess.REQUEST_APPROVAL:
      case RoomAccess.JOIN:
        break;
      default:
        throw notAdmitted(access);
    }
    if (settingsOf(seen, parts).requireApproval) return ask(seen, newcomer);
    return { member: await join(seen, newcomer.userId) };
  };
}
