import type { Passwords } from '../../drivers/passwords/passwords.ts';
import type { KeyValue } from '../../store/key-value/key-value.ts';
import { type Lockout, passwordGuesses } from '../lockout/lockout.port.ts';
import type { LocalFactor, MfaProvider } from '../mfa/mfa.port.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import type { Users } from '../users/users.port.ts';

/** Life of a started login, in milliseconds. */
const lifeMs = 300_000;

interface Parts {
  readonly passwords: Passwords;
  readonly users: Users;
  readonly lockout: Lockout;
  readonly keyValue: KeyValue;
}

/** Proves a password to somebody who is signed in already: sent in clear over TLS, or by OPAQUE. [PW9] */
export function makePasswordProvider({ passwords, users, lockout, keyValue }: Parts): {
  factor: LocalFactor;
  provider: MfaProvider<'password'>;
} {
  const factor: LocalFactor = {
    kind: 'password',
    has: async (reader, userId) => typeof (await users.find(userId, reader))?.password_record === 'string',
    signsIn: () => true,
  };
  const key = (attemptId: string) => `opaque:proof:${attemptId}`;
  const provider: MfaProvider<'password'> = {
    method: 'password',
    isAvailable: factor.has,
    async start({ id, user, call }, { credentialRequest }) {
      // The answer lets the client try one password by itself: it counts although nothing may follow.
      return lockout.begin(passwordGuesses(user.username, user), call.address, async (saved) => {
        const started = await passwords.startLogin(user.id, user.password_record ?? undefined, credentialRequest);
        if (!started) throw authErrors.invalid_opaque_message();
        await keyValue.set(key(id), JSON.stringify({ state: started.state, saved }), { ttlMs: lifeMs });
        return { credentialResponse: started.response };
      });
    },
    async verify({ id, user }, proof) {
      if ('password' in proof) return passwords.verify(user.id, proof.password, user.password_record ?? undefined);
      const text = await keyValue.take(key(id));
      if (text === undefined) return false;
      const { state, saved } = JSON.parse(text) as { state: string; saved: string };
      const matches = await passwords.finishLogin(state, proof.credentialFinalization);
      const attempt = lockout.resume(saved);
      await (matches ? attempt.succeeded() : attempt.failed());
      return matches;
    },
  };
  return { factor, provider };
}
