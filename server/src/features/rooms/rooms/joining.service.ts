import { type JoinRoomRequest, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type {
  FinishRoomPasswordLoginRequest,
  StartRoomPasswordLoginRequest,
} from '@matinee/contract/gen/service/client/room_passwords_pb.ts';
import { RoomAccess, RoomStatus } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Passwords } from '../../../drivers/passwords/passwords.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import { networkOf } from '../../../kernel/network-of.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Database } from '../../../store/database.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import { makeOneTimeValues } from '../../../store/key-value/one-time-values.ts';
import type { Invitations } from '../invitations/invitations.port.ts';
import type { JoinRequests } from '../join-requests/join-requests.ts';
import type { Members } from '../members/members.port.ts';
import type { RoomBans } from '../room-bans/room-bans.ts';
import { makeRoomReader } from './joining/batched-join.ts';
import { makeJoinByAccess } from './joining/join-by-access.ts';
import { makePasswordCheck, type PasswordCheck } from './joining/password-check.ts';
import { notAdmitted } from './joining/refusals.ts';
import { makeRoomPasswordLogins, type StartedRoomLogin } from './joining/room-password-logins.ts';
import { invitedAccess } from './room-access.ts';
import { getView, lockRoom } from './room-views.ts';
import { roomErrors } from './rooms.errors.ts';
import type { RoomCare, RoomGate } from './rooms.port.ts';
import { type AccessParts, accessOf, newcomerAccess } from './viewer-access.ts';

export interface JoiningParts extends AccessParts {
  readonly db: Database;
  readonly keyValue: KeyValue;
  readonly random: Random;
  readonly passwords: Passwords;
  readonly members: Members;
  readonly roomBans: RoomBans;
  readonly joinRequests: JoinRequests;
  readonly invitations: Invitations;
}

/** Access states in which a user is a member, or joins without the password. */
const withoutPassword: ReadonlySet<RoomAccess> = new Set([
  RoomAccess.ENTER,
  RoomAccess.PENDING_APPROVAL,
  RoomAccess.REQUEST_APPROVAL,
  RoomAccess.JOIN,
]);

/** Lets users join rooms themselves. */
export function makeJoining(parts: JoiningParts, care: Pick<RoomCare, 'join' | 'joinAll'>) {
  const { db, members, invitations } = parts;

  const joinByAccess = makeJoinByAccess(parts, care);
  const check = makePasswordCheck(parts);
  const readRoom = makeRoomReader(db);
  const logins = makeRoomPasswordLogins({
    ...parts,
    check,
    logins: makeOneTimeValues<StartedRoomLogin>(parts, 'opaque:room'),
  });

  /** [IN3] */
  async function joinInvited(token: string, { roomId, address }: { roomId: string; address: string }, userId: string) {
    const invitation = await invitations.find(token, address, roomId);
    await db.write(async (tx) => {
      // [RO23] No other change excludes an invited user, or `join` checks it.
      if ((await lockRoom(tx, roomId)).status !== RoomStatus.ACTIVE) throw notAdmitted(RoomAccess.UNAVAILABLE);
      if (await care.join(tx, roomId, userId, RoomRole.MEMBER)) await invitations.use(tx, invitation, userId);
    });
    return { member: await members.get(roomId, userId) };
  }

  async function look(roomId: string, principal: UserPrincipal) {
    const seen = await readRoom({ roomId, viewerId: principal.userId });
    return { seen, standing: await accessOf(seen, principal, parts) };
  }

  return {
    ...makeGate(parts, check),
    /** [RO5] [RO11] [JR1] */
    async join(request: JoinRoomRequest, { principal, address }: Call<UserPrincipal>) {
      const { userId } = principal;
      const { roomId, note, password, invitation } = request;
      const { seen, standing } = await look(roomId, principal);
      if (invitation !== undefined && invitedAccess(standing.access) === RoomAccess.JOIN)
        return joinInvited(invitation, { roomId, address }, userId);
      return joinByAccess(seen, standing, { userId, note, prove: () => check.direct(seen, password, userId) });
    },
    /** [RO21] */
    async startPasswordLogin(request: StartRoomPasswordLoginRequest, { principal }: Call<UserPrincipal>) {
      const { seen, standing } = await look(request.roomId, principal);
      if (standing.access === RoomAccess.PASSWORD)
        return logins.start(seen, principal.userId, request.credentialRequest);
      throw withoutPassword.has(standing.access) ? roomErrors.password_not_asked() : notAdmitted(standing.access);
    },
    /** [RO5] [RO11] [RO21] [JR1] */
    async finishPasswordLogin(request: FinishRoomPasswordLoginRequest, { principal }: Call<UserPrincipal>) {
      const { userId } = principal;
      const { roomId, note } = request;
      const login = await logins.take(request.loginId, roomId, userId);
      const { seen, standing } = await look(roomId, principal);
      const prove = () => logins.require(login, seen, request.credentialFinalization);
      return joinByAccess(seen, standing, { userId, note, prove });
    },
  };
}

/** Decides whether people without an account may join. */
function makeGate(parts: JoiningParts, check: PasswordCheck): RoomGate {
  const { db, invitations } = parts;
  return {
    async requireMayJoin(roomId, { password, invitation }, address) {
      const row = await getView(db, roomId, '');
      const plain = newcomerAccess(row, parts);
      const access = invitation === undefined ? plain : invitedAccess(plain);
      if (invitation !== undefined) await invitations.find(invitation, address, roomId);
      const network = networkOf(address);
      if (access === RoomAccess.PASSWORD) await check.direct(row, password, network, { network });
      else if (access !== RoomAccess.JOIN && access !== RoomAccess.REQUEST_APPROVAL) throw notAdmitted(access);
    },
  };
}
