import { MfaMethod } from '@matinee/contract/gen/service/client/mfa_pb.ts';
import type { Call } from '../../../kernel/call.ts';
import type { Database, Reader } from '../../../store/database.ts';
import { factorGuesses, type Lockout } from '../lockout/lockout.ts';
import { mfaErrors } from '../mfa/mfa.errors.ts';
import {
  type AccountFactors,
  type Attempts,
  hashId,
  type MfaProvider,
  type ProofAttempt,
  type ProofMethod,
} from '../mfa/mfa.port.ts';
import type { SignInMethod } from '../sessions/sessions.port.ts';
import type { UserRow, Users } from '../users/users.port.ts';
import type { FinishSignIn } from './finish-sign-in.ts';

/** The data to which an MFA session is bound. */
export interface MfaSession {
  readonly userId: string;
  /** The first factor. */
  readonly method: SignInMethod;
  /** The MFA session ends if a credential changes meanwhile. */
  readonly credentialVersion: number;
}

/** The methods that can prove a second factor. */
export type SecondMethod = Exclude<ProofMethod, 'password'>;

export interface SecondFactorParts {
  readonly db: Database;
  readonly nowMs: () => number;
  readonly users: Users;
  readonly lockout: Lockout;
  readonly factors: AccountFactors;
  readonly mfaSessions: Attempts<MfaSession>;
  readonly finish: FinishSignIn;
}

export type SecondFactor = ReturnType<typeof makeSecondFactor>;

const methodNames: Readonly<Record<SecondMethod, MfaMethod>> = {
  email: MfaMethod.EMAIL,
  webauthn: MfaMethod.WEBAUTHN,
  totp: MfaMethod.TOTP,
  recovery_code: MfaMethod.RECOVERY_CODE,
};

/** The proof method that the first factor has already covered. */
const provedBy: Partial<Record<SignInMethod, ProofMethod>> = { email: 'email', passkey: 'webauthn' };

/**
 * After a new password by mail, an account whose only second factor is mail must wait this many milliseconds before it
 * can use that factor. The new password signs the owner out everywhere, so the owner has time to notice.
 */
const mailAloneAfterMs = 86_400_000;

/** The second step of a sign-in, for accounts with two-factor sign-in. */
export function makeSecondFactor(parts: SecondFactorParts) {
  const { db, users, lockout, factors, mfaSessions, finish } = parts;

  /** Finds the MFA session and the provider of `method`. */
  async function open<M extends SecondMethod>(mfaSessionId: string, method: M, call: Call) {
    const session = await mfaSessions.find(mfaSessionId);
    const user = session && (await users.find(session.userId));
    if (!user || user.credential_version !== session.credentialVersion) throw mfaErrors.session_ended();
    const provider = factors.provider(method);
    if (!provider || !(await methodsAfter(parts, db, user, session.method)).includes(method))
      throw mfaErrors.method_unavailable();
    const attempt: ProofAttempt = { user, id: hashId(mfaSessionId), purpose: 'sign_in', call };
    return { user, provider, attempt, first: session.method };
  }

  return {
    /**
     * Begins an MFA session for an account with two-factor sign-in; undefined if the first factor is enough. After
     * OAuth2 it always is. [MF1] [MF2]
     */
    async challenge(reader: Reader, user: UserRow, method: SignInMethod) {
      if (method === 'oauth2' || !(await factors.isTwoFactorEnabled(reader, user.id))) return undefined;
      const methods = await methodsAfter(parts, reader, user, method);
      if (methods.length === 0) throw mfaErrors.no_second_factor();
      const session = { userId: user.id, method, credentialVersion: user.credential_version };
      const { id: sessionId } = await mfaSessions.begin(session);
      return { sessionId, availableMethods: methods.map((each) => methodNames[each]) };
    },
    /** [MF6] */
    async start<M extends SecondMethod>(mfaSessionId: string, method: M, call: Call) {
      const { provider, attempt } = await open(mfaSessionId, method, call);
      if (!provider.start) throw mfaErrors.method_unavailable();
      return provider.start(attempt, undefined as never);
    },
    /** [MF3] [MF4] [MF5] */
    async finish<M extends SecondMethod>(
      mfaSessionId: string,
      method: M,
      proof: Parameters<MfaProvider<M>['verify']>[1],
      call: Call,
    ) {
      const { user, provider, attempt, first } = await open(mfaSessionId, method, call);
      const isProved = await lockout.check(factorGuesses(user), call.address, async () => {
        if (!(await mfaSessions.takeTry(mfaSessionId))) throw mfaErrors.session_ended();
        const result = await provider.verify(attempt, proof);
        if (result === 'replayed') throw mfaErrors.wrong_code();
        if (!result) return false;
        if (!(await mfaSessions.end(mfaSessionId))) throw mfaErrors.session_ended();
        return true;
      });
      if (!isProved) throw mfaErrors.wrong_code();
      // [MF28]
      if (first === 'password' && method !== 'email' && user.password_mailed_at !== null)
        await db.write((tx) => users.trustPassword(tx, user));
      return finish(user, first, call);
    },
  };
}

/** The methods that can be the second factor after `first`. [MF2] [MF27] [MF29] */
async function methodsAfter(
  { factors, nowMs }: Pick<SecondFactorParts, 'factors' | 'nowMs'>,
  reader: Reader,
  user: UserRow,
  first: SignInMethod,
): Promise<SecondMethod[]> {
  const methods = (await factors.available(reader, user.id)).filter(
    (method): method is SecondMethod => method !== 'password' && method !== provedBy[first],
  );
  if (first !== 'password' || user.password_mailed_at === null) return methods;
  const others = methods.filter((method) => method !== 'email');
  if (others.length > 0 || methods.length === 0) return others;
  const waitMs = user.password_mailed_at.getTime() + mailAloneAfterMs - nowMs();
  if (waitMs > 0) throw mfaErrors.mail_too_soon({ retryAfterSeconds: Math.ceil(waitMs / 1000) });
  return methods;
}
