import { AuthService } from '@matinee/contract/gen/service/client/auth_service_pb.ts';
import { LoginMethod } from '@matinee/contract/gen/service/client/sessions_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handle, handleUser } from '../../../kernel/handler.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Database } from '../../../store/database.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import { makeOneTimeValues } from '../../../store/key-value/one-time-values.ts';
import type { Feature } from '../../feature.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { Verifications } from '../mfa/mfa.port.ts';
import type { UserRow } from '../users/users.port.ts';
import { makeOpaqueLogins } from './opaque-logins.service.ts';
import { makeOpaqueRegistrations } from './opaque-registrations.service.ts';
import { makeOpaqueUpdates } from './opaque-updates.service.ts';
import { makePasswordProvider } from './password-provider.ts';
import type { AccountPasswords, FindByLogin } from './passwords.port.ts';
import { makeAccountPasswords, type PasswordParts } from './passwords.service.ts';

interface Parts extends Omit<PasswordParts, 'findByLogin'> {
  readonly db: Database;
  readonly keyValue: KeyValue;
  readonly random: Random;
  readonly verifications: Verifications;
  readonly audit: Audit;
  /** Finds the account that has confirmed an email address. */
  readonly findByEmail: (email: string) => Promise<UserRow | undefined>;
}

export function passwordsFeature(given: Parts): Feature & { passwords: AccountPasswords; findByLogin: FindByLogin } {
  const { users, findByEmail } = given;
  // A login with `@` is an address: usernames have none.
  const findByLogin: FindByLogin = (login) => (login.includes('@') ? findByEmail(login) : users.findByUsername(login));
  const parts = { ...given, findByLogin };
  const service = makeAccountPasswords(parts);
  const { accountPasswords } = service;
  const { factor, provider } = makePasswordProvider({ ...parts, proofs: makeOneTimeValues(given, 'opaque:proof') });
  const logins = makeOpaqueLogins({ ...parts, logins: makeOneTimeValues(given, 'opaque:login') });
  const registrations = makeOpaqueRegistrations({
    ...parts,
    accountPasswords,
    started: makeOneTimeValues(given, 'opaque:registration'),
  });
  const updates = makeOpaqueUpdates({
    ...parts,
    accountPasswords,
    updates: makeOneTimeValues(given, 'opaque:update'),
  });
  const { method: auth } = AuthService;
  const { method: user } = UserService;
  return {
    name: 'passwords',
    passwords: accountPasswords,
    findByLogin,
    credentialKinds: [service.kind],
    localFactors: [factor],
    mfaProviders: [provider],
    loginMethods: () => [LoginMethod.PASSWORD],
    bindings: [
      handle(auth.registerWithDirectPassword, ({ username, password }, call) =>
        service.register(username, password, call),
      ),
      handle(auth.loginWithDirectPassword, ({ username, password }, call) => service.login(username, password, call)),
      handle(auth.startOpaqueLogin, logins.start),
      handle(auth.finishOpaqueLogin, logins.finish),
      handle(auth.startOpaqueRegistration, registrations.start),
      handle(auth.finishOpaqueRegistration, registrations.finish),
      handleUser(user.startOpaquePasswordUpdate, updates.start),
      handleUser(user.finishOpaquePasswordUpdate, updates.finish),
    ],
  };
}
