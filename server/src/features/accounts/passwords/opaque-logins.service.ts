import type {
  FinishOpaqueLoginRequest,
  StartOpaqueLoginRequest,
} from '@matinee/contract/gen/service/client/opaque_pb.ts';
import type { Passwords } from '../../../drivers/passwords/passwords.ts';
import type { Call } from '../../../kernel/call.ts';
import type { OneTimeValues } from '../../../store/key-value/one-time-values.ts';
import { type Lockout, passwordGuesses } from '../lockout/lockout.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import type { SignIns } from '../sign-ins/sign-ins.ts';
import type { Users } from '../users/users.port.ts';
import { opaqueIdentifier } from './opaque-identifier.ts';
import type { FindByLogin } from './passwords.port.ts';

/** State between the two steps of a login. */
export interface StartedLogin {
  /** The driver's state for checking KE3. */
  readonly state: string;
  /** Absent if no account has this name. */
  readonly userId?: string | undefined;
  readonly credentialVersion?: number | undefined;
  /** The attempt that was counted. */
  readonly attempt: string;
}

interface Parts {
  readonly passwords: Passwords;
  readonly users: Users;
  readonly findByLogin: FindByLogin;
  readonly lockout: Lockout;
  readonly signIns: SignIns;
  readonly logins: OneTimeValues<StartedLogin>;
}

export function makeOpaqueLogins({ passwords, users, findByLogin, lockout, signIns, logins }: Parts) {
  return {
    /** The answer lets the client test one password offline, so the attempt counts from here on. [PW3] [PW4] [PW5] */
    async start({ username, credentialRequest }: StartOpaqueLoginRequest, call: Call) {
      const user = await findByLogin(username);
      return lockout.begin(passwordGuesses(username, user), call.address, async (attempt) => {
        const started = await passwords.startLogin(
          opaqueIdentifier(username, user),
          user?.password_record ?? undefined,
          credentialRequest,
        );
        if (!started) throw authErrors.invalid_opaque_message();
        const loginId = await logins.keep({
          state: started.state,
          userId: user?.id,
          credentialVersion: user?.credential_version,
          attempt,
        });
        return { loginId, credentialResponse: started.response };
      });
    },
    /** [PW5] [PW6] */
    async finish({ loginId, credentialFinalization }: FinishOpaqueLoginRequest, call: Call) {
      const login = await logins.take(loginId);
      if (!login) throw authErrors.challenge_expired();
      const matches = await passwords.finishLogin(login.state, credentialFinalization);
      const user = matches && login.userId !== undefined ? await users.find(login.userId) : undefined;
      // If the password has changed between the two steps, the old one is wrong.
      const isRight = user !== undefined && user.credential_version === login.credentialVersion;
      const attempt = lockout.resume(login.attempt);
      await (isRight ? attempt.succeeded() : attempt.failed());
      if (!isRight) throw authErrors.invalid_credentials();
      return signIns.complete(user, 'password', call);
    },
  };
}
