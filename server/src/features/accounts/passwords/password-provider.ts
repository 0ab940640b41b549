import type { Passwords } from '../../../drivers/passwords/passwords.ts';
import type { OneTimeValues } from '../../../store/key-value/one-time-values.ts';
import { type Lockout, passwordGuesses } from '../lockout/lockout.ts';
import type { LocalFactor, MfaProvider } from '../mfa/mfa.port.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import type { Users } from '../users/users.port.ts';

/** An OPAQUE login that awaits the client's last message, and its counted attempt. */
export interface StartedProof {
  readonly state: string;
  readonly saved: string;
}

interface Parts {
  readonly passwords: Passwords;
  readonly users: Users;
  readonly lockout: Lockout;
  /** OPAQUE logins in progress, by the id of their attempt. */
  readonly proofs: OneTimeValues<StartedProof>;
}

/** Checks the password of a signed-in user: sent in plain text over TLS, or by OPAQUE. [PW9] */
export function makePasswordProvider({ passwords, users, lockout, proofs }: Parts): {
  factor: LocalFactor;
  provider: MfaProvider<'password'>;
} {
  const factor: LocalFactor = {
    kind: 'password',
    has: async (reader, userId) => typeof (await users.find(userId, reader))?.password_record === 'string',
    signsIn: () => true,
  };
  const provider: MfaProvider<'password'> = {
    method: 'password',
    isAvailable: factor.has,
    async start({ id, user, call }, { credentialRequest }) {
      // The answer lets the client test one password offline, so the attempt counts even if the client never returns.
      return lockout.begin(passwordGuesses(user.username, user), call.address, async (saved) => {
        const started = await passwords.startLogin(user.id, user.password_record ?? undefined, credentialRequest);
        if (!started) throw authErrors.invalid_opaque_message();
        await proofs.keepAs(id, { state: started.state, saved });
        return { credentialResponse: started.response };
      });
    },
    async verify({ id, user }, proof) {
      if ('password' in proof) return passwords.verify(user.id, proof.password, user.password_record ?? undefined);
      const started = await proofs.take(id);
      if (!started) return false;
      const { state, saved } = started;
      const matches = await passwords.finishLogin(state, proof.credentialFinalization);
      const attempt = lockout.resume(saved);
      await (matches ? attempt.succeeded() : attempt.failed());
      return matches;
    },
  };
  return { factor, provider };
}
