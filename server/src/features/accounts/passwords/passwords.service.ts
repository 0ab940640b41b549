import type { Passwords } from '../../../drivers/passwords/passwords.ts';
import type { Call } from '../../../kernel/call.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { networkOf } from '../../../kernel/network-of.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { type Lockout, passwordGuesses } from '../lockout/lockout.ts';
import type { CredentialKind, Registrations } from '../registrations/registrations.port.ts';
import { authErrors, type Sessions } from '../sessions/sessions.port.ts';
import type { sessionSettings } from '../sessions/sessions.settings.ts';
import type { SignIns } from '../sign-ins/sign-ins.ts';
import type { Users } from '../users/users.port.ts';
import { opaqueIdentifier } from './opaque-identifier.ts';
import { requireStrong } from './password-policy.ts';
import type { AccountPasswords, FindByLogin } from './passwords.port.ts';

export interface PasswordParts {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly signIns: SignIns;
  readonly registrations: Registrations;
  readonly passwords: Passwords;
  readonly settings: SettingValues<typeof sessionSettings>;
  readonly lockout: Lockout;
  readonly findByLogin: FindByLogin;
  readonly ids: Ids;
}

export function makeAccountPasswords(parts: PasswordParts) {
  const accountPasswords = makeRecords(parts);
  const { users, sessions, signIns, registrations, passwords, settings, lockout, findByLogin, ids } = parts;

  /** Attaches a password record. The record works only for the account for which it was made. */
  const kind: CredentialKind = {
    kind: 'password',
    attach: (tx, userId, value) => users.setPasswordRecord(tx, userId, value as string),
  };

  return {
    accountPasswords,
    kind,
    /** [PW1] [PW2] */
    async register(username: string, password: string, call: Call) {
      if (!settings.enablePasswordSignup) throw authErrors.signup_disabled();
      requireStrong(password);
      await registrations.requireName(username);
      const userId = ids.make('usr');
      const record = await accountPasswords.makeRecord(userId, password, call.address);
      return registrations.register(
        {
          userId,
          username,
          method: 'password',
          needsReview: settings.passwordSignupNeedReview,
          credentials: [{ kind: kind.kind, value: record }],
        },
        call,
      );
    },
    /** [PW3] [PW4] */
    async login(username: string, password: string, call: Call) {
      const found = await findByLogin(username);
      const user = await lockout.check(passwordGuesses(username, found), call.address, async () => {
        const identifier = opaqueIdentifier(username, found);
        const asker = {
          network: networkOf(call.address),
          wasHere: async () => found !== undefined && sessions.wasUsedFrom(found.id, call.address),
        };
        return (await passwords.verify(identifier, password, found?.password_record ?? undefined, asker)) && found;
      });
      if (!user) throw authErrors.invalid_credentials();
      return signIns.complete(user, 'password', call);
    },
  };
}

/** Makes and sets the password records of accounts. */
function makeRecords({
  users,
  sessions,
  passwords,
  lockout,
}: Pick<PasswordParts, 'users' | 'sessions' | 'passwords' | 'lockout'>): AccountPasswords {
  return {
    requireStrong,
    async makeRecord(userId, password, from) {
      requireStrong(password);
      return passwords.register(userId, password, from === undefined ? undefined : { network: networkOf(from) });
    },
    async answerRegistration(userId, registrationRequest) {
      const response = await passwords.answerRegistration(userId, registrationRequest);
      if (!response) throw authErrors.invalid_opaque_message();
      return response;
    },
    async acceptRecord(registrationUpload) {
      const record = await passwords.acceptRecord(registrationUpload);
      if (record === undefined) throw authErrors.invalid_opaque_message();
      return record;
    },
    async set(tx, userId, record, { keepSessionId, mailedAt } = {}) {
      await users.setPasswordRecord(tx, userId, record, mailedAt);
      await sessions.credentialsChanged(tx, userId, keepSessionId);
      // If the process dies here, the earlier guesses keep counting towards the lockout until they expire.
      tx.afterCommit(() => lockout.forget(passwordGuesses('', { id: userId })));
    },
  };
}
