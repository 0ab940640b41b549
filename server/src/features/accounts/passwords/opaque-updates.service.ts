import type {
  FinishOpaquePasswordUpdateRequest,
  StartOpaquePasswordUpdateRequest,
} from '@matinee/contract/gen/service/client/opaque_pb.ts';
import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Passwords } from '../../../drivers/passwords/passwords.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import type { Database } from '../../../store/database.ts';
import type { OneTimeValues } from '../../../store/key-value/one-time-values.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { type Lockout, passwordGuesses } from '../lockout/lockout.ts';
import type { ProofMethod, Verifications } from '../mfa/mfa.port.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import type { UserRow, Users } from '../users/users.port.ts';
import type { AccountPasswords } from './passwords.port.ts';

/** State of a change between its two steps. */
export interface StartedUpdate {
  readonly userId: string;
  readonly sessionId: string;
  /** The change ends if a credential changes meanwhile. */
  readonly credentialVersion: number;
  /** Whether the proof is neither a mailed code nor the password: access to the mailbox yields both. */
  readonly isProvedOtherwise: boolean;
  /** The login with the current password. Absent when a verification replaces it. */
  readonly login?: { readonly state: string; readonly attempt: string } | undefined;
}

interface Parts {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly accountPasswords: AccountPasswords;
  readonly users: Users;
  readonly lockout: Lockout;
  readonly verifications: Verifications;
  readonly audit: Audit;
  readonly updates: OneTimeValues<StartedUpdate>;
}

export function makeOpaqueUpdates(parts: Parts) {
  const { db, passwords, accountPasswords, users, lockout, verifications, audit, updates } = parts;

  async function startLogin(user: UserRow, credentialRequest: Uint8Array, call: Call) {
    if (typeof user.password_record !== 'string') throw authErrors.no_password();
    const record = user.password_record;
    return lockout.begin(passwordGuesses(user.username, user), call.address, async (attempt) => {
      const started = await passwords.startLogin(user.id, record, credentialRequest);
      if (!started) throw authErrors.invalid_opaque_message();
      return { login: { state: started.state, attempt }, credentialResponse: started.response };
    });
  }

  return {
    /** [PW8] */
    async start({ registrationRequest, proof }: StartOpaquePasswordUpdateRequest, call: Call<UserPrincipal>) {
      const { userId, sessionId } = call.principal;
      const user = await users.find(userId);
      if (!user) throw authErrors.no_password();
      const about = { userId, sessionId, credentialVersion: user.credential_version };
      const answer = () => accountPasswords.answerRegistration(userId, registrationRequest);
      if (proof.case === 'credentialRequest') {
        const { login, credentialResponse } = await startLogin(user, proof.value, call);
        const registrationResponse = await answer();
        const updateId = await updates.keep({ ...about, isProvedOtherwise: false, login });
        return { updateId, registrationResponse, credentialResponse };
      }
      const operation = SensitiveOperation.PASSWORD_UPDATE;
      const method = await verifications.require(call.principal, operation, proof.value ?? '');
      const registrationResponse = await answer();
      const updateId = await updates.keep({ ...about, isProvedOtherwise: isOther(method) });
      return { updateId, registrationResponse };
    },
    /** [PW6] [PW8] */
    async finish(
      { updateId, registrationUpload, credentialFinalization }: FinishOpaquePasswordUpdateRequest,
      call: Call<UserPrincipal>,
    ) {
      const { userId, sessionId } = call.principal;
      const update = await updates.take(updateId);
      if (update?.userId !== userId || update.sessionId !== sessionId) throw authErrors.challenge_expired();
      const { login, credentialVersion, isProvedOtherwise } = update;
      if (login) await finishLogin(parts, login, credentialFinalization ?? new Uint8Array());
      const record = await accountPasswords.acceptRecord(registrationUpload);
      await db.write(async (tx) => {
        const { row: user } = await users.lock(tx, userId);
        if (user.credential_version !== credentialVersion) throw authErrors.challenge_expired();
        const mailedAt = isProvedOtherwise ? null : user.password_mailed_at;
        await accountPasswords.set(tx, userId, record, { keepSessionId: sessionId, mailedAt });
        const notice = { template: 'password_changed', userId } as const;
        await audit.record(tx, call, { action: 'password.changed', target: userId, notice });
      });
      return {};
    },
  };
}

/** Whether a proof is neither the password nor a mailed code: access to the mailbox yields both. */
function isOther(method: ProofMethod | undefined): boolean {
  return method !== undefined && method !== 'password' && method !== 'email';
}

/** Counts a wrong password towards the lockout. @throws AppError `auth.wrong_password`. */
async function finishLogin(
  { passwords, lockout }: Pick<Parts, 'passwords' | 'lockout'>,
  login: NonNullable<StartedUpdate['login']>,
  credentialFinalization: Uint8Array,
): Promise<void> {
  const matches = await passwords.finishLogin(login.state, credentialFinalization);
  const attempt = lockout.resume(login.attempt);
  await (matches ? attempt.succeeded() : attempt.failed());
  if (!matches) throw authErrors.wrong_password();
}
