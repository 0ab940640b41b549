import type { RegisterInstantlyRequest } from '@matinee/contract/gen/service/client/instant_accounts_pb.ts';
import type { Call } from '../../../kernel/call.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Random } from '../../../kernel/random.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { readDisplayName } from '../../accounts/display-names/display-name.port.ts';
import { madeUsername } from '../../accounts/display-names/made-username.port.ts';
import type {
  CredentialKind,
  RegistrationAnswer,
  Registrations,
  Signup,
} from '../../accounts/registrations/registrations.port.ts';
import { authErrors, type ReservedSession, type Sessions } from '../../accounts/sessions/sessions.port.ts';
import type { sessionSettings } from '../../accounts/sessions/sessions.settings.ts';
import type { Users } from '../../accounts/users/users.port.ts';
import type { RoomGate } from '../rooms/rooms.port.ts';
import type { roomSettings } from '../rooms/rooms.settings.ts';
import { namesLike } from './names.ts';

export interface InstantAccountParts {
  readonly registrations: Registrations;
  readonly sessions: Sessions;
  readonly users: Users;
  readonly gate: RoomGate;
  readonly settings: {
    readonly sessions: SettingValues<typeof sessionSettings>;
    readonly rooms: SettingValues<typeof roomSettings>;
  };
  readonly ids: Ids;
  readonly random: Random;
}

export function makeInstantAccounts(parts: InstantAccountParts) {
  const { registrations, sessions, users, gate, settings, ids, random } = parts;

  /** The session reserved for an applicant, who has its refresh token during the review. */
  const kind: CredentialKind = {
    kind: 'device',
    async attach(tx, userId, value) {
      const user = await users.find(userId, tx);
      if (user) await sessions.beginReserved(tx, user, value as ReservedSession);
    },
  };

  /** [IA1] [IA2] */
  async function requireRight(
    { roomId, roomPassword: password, invitation }: RegisterInstantlyRequest,
    call: Call,
  ): Promise<void> {
    if (!settings.sessions.enableInstantSignup) throw authErrors.signup_disabled();
    if (roomId !== '') return gate.requireMayJoin(roomId, { password, invitation }, call.address);
    const { allowRoomCreation, disableCreateRoom } = settings.rooms;
    if (!settings.sessions.enableInstantRooms || !allowRoomCreation || disableCreateRoom)
      throw authErrors.signup_disabled();
  }

  function signUp(username: string, chosenName: string | null, call: Call) {
    const signup = { userId: ids.make('usr'), username, chosenName, method: 'instant' } as const;
    if (!settings.sessions.instantSignupNeedReview)
      return registrations.register({ ...signup, needsReview: false, credentials: [] }, call);
    return queue(signup, call);
  }

  /** [IA4] */
  async function queue(signup: Pick<Signup, 'userId' | 'username' | 'chosenName' | 'method'>, call: Call) {
    const { refreshToken, reserved } = sessions.reserve(call);
    const credentials = [{ kind: kind.kind, value: reserved }];
    const answer = await registrations.register({ ...signup, needsReview: true, credentials }, call);
    return { ...answer, refreshToken };
  }

  return {
    kind,
    /** [IA3] [DN4] */
    async register(request: RegisterInstantlyRequest, call: Call): Promise<RegistrationAnswer> {
      await requireRight(request, call);
      const chosenName = readDisplayName(request.displayName) || null;
      for (const username of namesLike(request.username || madeUsername(request.displayName), random)) {
        try {
          return await signUp(username, chosenName, call);
        } catch (cause) {
          if (!(cause instanceof AppError) || cause.reason !== 'auth.username_taken') throw cause;
        }
      }
      throw authErrors.username_taken();
    },
  };
}
