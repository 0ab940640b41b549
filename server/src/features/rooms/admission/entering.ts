import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomAccess } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Database, Tx } from '../../../store/database.ts';
import { type JoinRequests, toOwnRequest } from '../../join-requests/join-requests.port.ts';
import type { Members } from '../../members/members.port.ts';
import type { RoomBans } from '../../room-bans/room-bans.port.ts';
import { lockRoom, type RoomViewing, settingsOf } from '../room-views.ts';
import { roomErrors } from '../rooms.errors.ts';
import type { RoomCare } from '../rooms.port.ts';
import type { RoomRow, RoomView } from '../rooms.store.ts';
import type { ViewerAccess } from '../viewer-access.ts';
import { makeComingIn } from './coming-in.ts';

interface EnteringParts extends RoomViewing {
  readonly db: Database;
  readonly members: Members;
  readonly roomBans: RoomBans;
  readonly joinRequests: JoinRequests;
}

/** Somebody who wants to come in. */
interface Newcomer {
  readonly userId: string;
  /** For those who decide. */
  readonly note: string;
  /** Called where the access state asks for the password. @throws AppError when it is not proved. */
  readonly prove: () => Promise<void>;
}

export const notAdmitted = (access: RoomAccess) =>
  roomErrors.not_admitted({ metadata: { access: RoomAccess[access] } });

/** Lets people come in or ask to, as the access state says, which was found with `seen`. [RO5] [JR1] */
export function makeEntering(parts: EnteringParts, care: Pick<RoomCare, 'admit' | 'admitAll'>) {
  const { db, members, roomBans, joinRequests } = parts;
  const comeInTogether = makeComingIn(parts, care);

  /** [RO11] */
  async function comeIn(seen: RoomView, userId: string) {
    if (seen.password_record === null) return { member: await comeInTogether(seen.id, userId) };
    await db.write(async (tx) => {
      await lockUnchanged(tx, seen);
      await care.admit(tx, seen.id, userId, RoomRole.MEMBER);
    });
    return { member: await members.get(seen.id, userId) };
  }

  /** Has somebody wait for an approval, unless it is not needed any more or they came in meanwhile. [JR1] [JR7] */
  async function ask(seen: RoomView, { userId, note }: Newcomer) {
    const roomId = seen.id;
    const request = await db.write(async (tx) => {
      const row = await lockUnchanged(tx, seen);
      if (!settingsOf(row, parts).requireApproval || (await members.isMember(tx, roomId, userId))) {
        await care.admit(tx, roomId, userId, RoomRole.MEMBER);
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
    return settingsOf(seen, parts).requireApproval ? ask(seen, newcomer) : comeIn(seen, newcomer.userId);
  };
}

/** Locks the room. @throws AppError `rooms.wrong_password` when it has got another password since `seen` was read. [RO21] */
async function lockUnchanged(tx: Tx, { id, password_record }: RoomView): Promise<RoomRow> {
  const row = await lockRoom(tx, id);
  if (row.password_record !== null && row.password_record !== password_record) throw roomErrors.wrong_password();
  return row;
}
