import { type JoinRoomRequest, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomAccess } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Asker, Passwords } from '../../drivers/passwords/passwords.ts';
import type { UserPrincipal } from '../../kernel/call.ts';
import { networkOf } from '../../kernel/network-of.ts';
import type { Database } from '../../store/database.ts';
import type { KeyValue } from '../../store/key-value/key-value.ts';
import { type JoinRequests, toOwnRequest } from '../join-requests/join-requests.port.ts';
import type { Members } from '../members/members.port.ts';
import type { RoomBans } from '../room-bans/room-bans.port.ts';
import { getView, lockRoom, settingsOf } from './room-views.ts';
import { roomErrors } from './rooms.errors.ts';
import type { RoomCare, RoomDoor } from './rooms.port.ts';
import type { RoomView } from './rooms.store.ts';
import { type AccessParts, accessOf, newcomerAccess, viewerIdOf } from './viewer-access.ts';

/** After so many wrong passwords of one user for one room within the window, the server refuses further ones unread. */
const maxWrongPasswords = 5;
const wrongPasswordWindowMs = 300_000;

export interface JoiningParts extends AccessParts {
  readonly db: Database;
  readonly keyValue: KeyValue;
  readonly passwords: Passwords;
  readonly members: Members;
  readonly roomBans: RoomBans;
  readonly joinRequests: JoinRequests;
}

const notAdmitted = (access: RoomAccess) => roomErrors.not_admitted({ metadata: { access: RoomAccess[access] } });

/** Lets people join rooms by themselves. */
export function makeJoining(parts: JoiningParts, care: Pick<RoomCare, 'admit'>) {
  const { db, members, passwords, keyValue, roomBans, joinRequests } = parts;

  /** `who` is the one whose wrong passwords count together. */
  async function checkPassword(row: RoomView, password: string | undefined, who: string, asker?: Asker): Promise<void> {
    if (password === undefined) throw roomErrors.wrong_password();
    const key = `roompass:${row.id}:${who}`;
    // The attempt is counted before the password is compared: attempts that come at once cannot exceed the limit.
    if ((await keyValue.orLocal.increment(key, wrongPasswordWindowMs)) > maxWrongPasswords)
      throw roomErrors.locked_out({ retryAfterSeconds: wrongPasswordWindowMs / 1000 });
    if (!(await passwords.verify(row.id, password, row.password_record ?? undefined, asker)))
      throw roomErrors.wrong_password();
    await keyValue.orLocal.delete(key);
  }

  const door: RoomDoor = {
    async requireEntrance(roomId, password, address) {
      const row = await getView(db, roomId, '');
      const access = newcomerAccess(row, parts);
      const network = networkOf(address);
      if (access === RoomAccess.PASSWORD) await checkPassword(row, password, network, { network });
      else if (access !== RoomAccess.JOIN && access !== RoomAccess.REQUEST_APPROVAL) throw notAdmitted(access);
    },
  };

  /** [RO11] */
  async function comeIn(roomId: string, userId: string) {
    await db.write((tx) => care.admit(tx, roomId, userId, RoomRole.MEMBER));
    return { member: await members.get(roomId, userId) };
  }

  /** Has somebody wait for an approval, unless it is not needed any more or they came in meanwhile. [JR1] [JR7] */
  async function ask({ roomId, note }: JoinRoomRequest, userId: string) {
    const request = await db.write(async (tx) => {
      const row = await lockRoom(tx, roomId);
      if (!settingsOf(row, parts).requireApproval || (await members.isMember(tx, roomId, userId))) {
        await care.admit(tx, roomId, userId, RoomRole.MEMBER);
        return undefined;
      }
      if (await roomBans.has(tx, roomId, userId)) throw notAdmitted(RoomAccess.UNAVAILABLE);
      return joinRequests.open(tx, roomId, userId, note);
    });
    return request ? { request: toOwnRequest(request) } : { member: await members.get(roomId, userId) };
  }

  return {
    ...door,
    /** [RO5] [RO11] [JR1] */
    async join(request: JoinRoomRequest, principal: UserPrincipal) {
      const { userId } = principal;
      const { roomId, password } = request;
      const seen = await getView(db, roomId, viewerIdOf(principal));
      const { access, request: waiting } = await accessOf(seen, principal, parts);
      switch (access) {
        case RoomAccess.ENTER:
          return { member: await members.get(roomId, userId) };
        case RoomAccess.PENDING_APPROVAL:
          return { request: toOwnRequest(waiting!) };
        case RoomAccess.PASSWORD:
          await checkPassword(seen, password, userId);
          break;
        case RoomAccess.REQUEST_APPROVAL:
        case RoomAccess.JOIN:
          break;
        default:
          throw notAdmitted(access);
      }
      return settingsOf(seen, parts).requireApproval ? ask(request, userId) : comeIn(roomId, userId);
    },
  };
}
