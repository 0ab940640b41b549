import { type JoinRoomRequest, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomAccess } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Asker, Passwords } from '../../drivers/passwords/passwords.ts';
import type { Call, UserPrincipal } from '../../kernel/call.ts';
import { networkOf } from '../../kernel/network-of.ts';
import type { Database } from '../../store/database.ts';
import type { KeyValue } from '../../store/key-value/key-value.ts';
import type { Invitations } from '../invitations/invitations.port.ts';
import { type JoinRequests, toOwnRequest } from '../join-requests/join-requests.port.ts';
import type { Members } from '../members/members.port.ts';
import type { RoomBans } from '../room-bans/room-bans.port.ts';
import { makeComingIn, makeLooking } from './admission/coming-in.ts';
import { invitedAccess } from './room-access.ts';
import { getView, lockRoom, settingsOf } from './room-views.ts';
import { roomErrors } from './rooms.errors.ts';
import type { RoomCare, RoomDoor } from './rooms.port.ts';
import type { RoomView } from './rooms.store.ts';
import { type AccessParts, accessOf, newcomerAccess } from './viewer-access.ts';

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
  readonly invitations: Invitations;
}

const notAdmitted = (access: RoomAccess) => roomErrors.not_admitted({ metadata: { access: RoomAccess[access] } });

/** Lets people join rooms by themselves. */
export function makeJoining(parts: JoiningParts, care: Pick<RoomCare, 'admit' | 'admitAll'>) {
  const { db, members, roomBans, joinRequests, invitations } = parts;

  const checkPassword = makePasswordCheck(parts);
  const look = makeLooking(db);
  const comeIn = makeComingIn(parts, care);

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

  /** [IN3] */
  async function comeInvited(token: string, { roomId, address }: { roomId: string; address: string }, userId: string) {
    const invitation = await invitations.find(token, address, roomId);
    await db.write(async (tx) => {
      if (await care.admit(tx, roomId, userId, RoomRole.MEMBER)) await invitations.use(tx, invitation, userId);
    });
    return { member: await members.get(roomId, userId) };
  }

  return {
    ...makeDoor(parts, checkPassword),
    /** [RO5] [RO11] [JR1] */
    async join(request: JoinRoomRequest, { principal, address }: Call<UserPrincipal>) {
      const { userId } = principal;
      const { roomId, password, invitation } = request;
      const seen = await look({ roomId, viewerId: userId });
      const { access, request: waiting } = await accessOf(seen, principal, parts);
      if (invitation !== undefined && invitedAccess(access) === RoomAccess.JOIN)
        return comeInvited(invitation, { roomId, address }, userId);
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
      return settingsOf(seen, parts).requireApproval ? ask(request, userId) : { member: await comeIn(roomId, userId) };
    },
  };
}

/** Looks at people who have no account yet. */
function makeDoor(parts: JoiningParts, checkPassword: ReturnType<typeof makePasswordCheck>): RoomDoor {
  const { db, invitations } = parts;
  return {
    async requireEntrance(roomId, { password, invitation }, address) {
      const row = await getView(db, roomId, '');
      const plain = newcomerAccess(row, parts);
      const access = invitation === undefined ? plain : invitedAccess(plain);
      if (invitation !== undefined) await invitations.find(invitation, address, roomId);
      const network = networkOf(address);
      if (access === RoomAccess.PASSWORD) await checkPassword(row, password, network, { network });
      else if (access !== RoomAccess.JOIN && access !== RoomAccess.REQUEST_APPROVAL) throw notAdmitted(access);
    },
  };
}

/** Looks at the password of a room. `who` is the one whose wrong passwords count together. [RO11] */
function makePasswordCheck({ keyValue, passwords }: JoiningParts) {
  return async (row: RoomView, password: string | undefined, who: string, asker?: Asker): Promise<void> => {
    if (password === undefined) throw roomErrors.wrong_password();
    const key = `roompass:${row.id}:${who}`;
    // The attempt is counted before the password is compared: attempts that come at once cannot exceed the limit.
    if ((await keyValue.orLocal.increment(key, wrongPasswordWindowMs)) > maxWrongPasswords)
      throw roomErrors.locked_out({ retryAfterSeconds: wrongPasswordWindowMs / 1000 });
    if (!(await passwords.verify(row.id, password, row.password_record ?? undefined, asker)))
      throw roomErrors.wrong_password();
    await keyValue.orLocal.delete(key);
  };
}
