import { MfaMethod } from '@matinee/contract/gen/service/client/mfa_pb.ts';
import type { Call } from '../../kernel/call.ts';
import type { Database, Reader } from '../../store/database.ts';
import { factorGuesses, type Lockout } from '../lockout/lockout.port.ts';
import type { SecondFactor, SignInMethod, SignIns } from '../sessions/sessions.port.ts';
import type { Users } from '../users/users.port.ts';
import { type Attempts, hashId } from './attempts.ts';
import type { Factors } from './factors.service.ts';
import { mfaErrors } from './mfa.errors.ts';
import type { MfaProvider, ProofAttempt, ProofMethod } from './mfa.port.ts';
import { isTwoFactorEnabled, type MfaTables } from './mfa.store.ts';

/** What an MFA session is bound to. */
export interface MfaSession {
  readonly userId: string;
  /** The first factor. */
  readonly method: SignInMethod;
  /** A credential that changes meanwhile ends the session. */
  readonly credentialVersion: number;
}

/** The ways that a second factor is proved by. */
export type SecondMethod = Exclude<ProofMethod, 'password'>;

export interface MfaSignInParts {
  readonly db: Database;
  readonly users: Users;
  readonly signIns: SignIns;
  readonly lockout: Lockout;
  readonly factors: Factors;
  readonly sessions: Attempts<MfaSession>;
}

const methodNames: Readonly<Record<SecondMethod, MfaMethod>> = {
  email: MfaMethod.EMAIL,
  webauthn: MfaMethod.WEBAUTHN,
  totp: MfaMethod.TOTP,
  recovery_code: MfaMethod.RECOVERY_CODE,
};

/** What the first factor has proved already. */
const provedBy: Partial<Record<SignInMethod, ProofMethod>> = { email: 'email', passkey: 'webauthn' };

export function makeMfaSignIn({ db, users, signIns, lockout, factors, sessions }: MfaSignInParts) {
  const methodsAfter = async (reader: Reader, userId: string, first: SignInMethod) =>
    (await factors.available(reader, userId)).filter(
      (method): method is SecondMethod => method !== 'password' && method !== provedBy[first],
    );

  const secondFactor: SecondFactor = {
    /** [MF1] [MF2] */
    async challenge(reader, user, method) {
      if (method === 'oauth2' || !(await isTwoFactorEnabled(reader.query<MfaTables>(), user.id))) return undefined;
      const methods = await methodsAfter(reader, user.id, method);
      if (methods.length === 0) throw mfaErrors.no_second_factor();
      const session = { userId: user.id, method, credentialVersion: user.credential_version };
      const { id: sessionId } = await sessions.begin(session);
      return { sessionId, availableMethods: methods.map((each) => methodNames[each]) };
    },
  };

  /** The session with its user and the provider of `method`. */
  async function open<M extends SecondMethod>(sessionId: string, method: M, call: Call) {
    const session = await sessions.find(sessionId);
    const user = session && (await users.find(session.userId));
    if (!user || user.credential_version !== session.credentialVersion) throw mfaErrors.session_ended();
    const provider = factors.provider(method);
    if (!provider || !(await methodsAfter(db, user.id, session.method)).includes(method))
      throw mfaErrors.method_unavailable();
    const attempt: ProofAttempt = { user, id: hashId(sessionId), purpose: 'sign_in', call };
    return { user, provider, attempt, first: session.method };
  }

  return {
    secondFactor,
    /** [MF6] */
    async start<M extends SecondMethod>(sessionId: string, method: M, call: Call) {
      const { provider, attempt } = await open(sessionId, method, call);
      if (!provider.start) throw mfaErrors.method_unavailable();
      return provider.start(attempt, undefined as never);
    },
    /** [MF3] [MF4] [MF5] */
    async finish<M extends SecondMethod>(
      sessionId: string,
      method: M,
      proof: Parameters<MfaProvider<M>['verify']>[1],
      call: Call,
    ) {
      const { user, provider, attempt, first } = await open(sessionId, method, call);
      const isProved = await lockout.check(factorGuesses(user), call.address, async () => {
        if (!(await sessions.takeTry(sessionId))) throw mfaErrors.session_ended();
        const result = await provider.verify(attempt, proof);
        if (result === 'replayed') throw mfaErrors.wrong_code();
        if (!result) return false;
        if (!(await sessions.end(sessionId))) throw mfaErrors.session_ended();
        return true;
      });
      if (!isProved) throw mfaErrors.wrong_code();
      return signIns.finish(user, first, call);
    },
  };
}
