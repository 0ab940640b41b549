import { AuthService } from '@matinee/contract/gen/service/client/auth_service_pb.ts';
import { LoginMethod } from '@matinee/contract/gen/service/client/sessions_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { handle, handleUser } from '../../../kernel/handler.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Random } from '../../../kernel/random.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { Database } from '../../../store/database.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import { makeOneTimeValues } from '../../../store/key-value/one-time-values.ts';
import type { Feature } from '../../feature.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { FactorGuard, Verifications } from '../mfa/mfa.port.ts';
import type { Registrations } from '../registrations/registrations.port.ts';
import type { Sessions } from '../sessions/sessions.port.ts';
import type { sessionSettings } from '../sessions/sessions.settings.ts';
import type { SignIns } from '../sign-ins/sign-ins.ts';
import type { Users } from '../users/users.port.ts';
import { makeCeremonies, type NewPasskey } from './ceremonies.ts';
import { makePasskeyBinding } from './passkey-binding.service.ts';
import { makePasskeyProof } from './passkey-proof.ts';
import { makePasskeySignIn } from './passkey-sign-in.service.ts';
import { makePasskeys } from './passkeys.service.ts';
import { personalData } from './personal-data.ts';
import type { RelyingParty } from './relying-party.ts';

interface Parts {
  readonly db: Database;
  readonly keyValue: KeyValue;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly signIns: SignIns;
  readonly registrations: Registrations;
  readonly verifications: Verifications;
  readonly guard: FactorGuard;
  readonly audit: Audit;
  readonly settings: SettingValues<typeof sessionSettings>;
  /** A function, because the port is known only once the server listens. */
  readonly relyingParty: () => RelyingParty | undefined;
  /** Name that the browser shows when it creates a passkey. */
  readonly serverName: () => string;
}

export function passkeysFeature(parts: Parts): Feature {
  const ceremonies = makeCeremonies(parts.relyingParty, parts.serverName);
  const { prove, factor, provider } = makePasskeyProof({
    ...parts,
    ceremonies,
    proofs: makeOneTimeValues(parts, 'passkey:proof'),
  });
  const passkeys = makePasskeys(parts);
  const binding = makePasskeyBinding({ ...parts, ceremonies, binds: makeOneTimeValues(parts, 'passkey:bind') });
  const signIn = makePasskeySignIn({
    ...parts,
    ceremonies,
    prove,
    logins: makeOneTimeValues(parts, 'passkey:login'),
    started: makeOneTimeValues(parts, 'passkey:registration'),
  });
  const { method: auth } = AuthService;
  const { method: user } = UserService;
  return {
    name: 'passkeys',
    personalData,
    tables: ['passkeys'],
    credentialKinds: [
      {
        kind: 'passkey',
        attach: async (tx, userId, value) => void (await binding.attach(tx, userId, value as NewPasskey)),
      },
    ],
    localFactors: [factor],
    mfaProviders: [provider],
    loginMethods: () => (ceremonies.isAvailable() ? [LoginMethod.PASSKEY] : []),
    bindings: [
      handle(auth.startPasskeyLogin, () => signIn.startLogin()),
      handle(auth.finishPasskeyLogin, (r, call) => signIn.finishLogin(r.challengeId, r.credential!, call)),
      handle(auth.startPasskeyRegistration, ({ username }) => signIn.startRegistration(username)),
      handle(auth.finishPasskeyRegistration, (r, call) =>
        signIn.finishRegistration(r.challengeId, r.credential!, call),
      ),
      handleUser(user.listPasskeys, (_, call) => passkeys.list(call.principal)),
      handleUser(user.startPasskeyBind, ({ verificationId }, call) => binding.start(verificationId, call)),
      handleUser(user.finishPasskeyBind, (r, call) => binding.finish(r.challengeId, r.credential!, r.name, call)),
      handleUser(user.renamePasskey, ({ credentialId, name }, call) =>
        passkeys.rename(credentialId, name, call.principal),
      ),
      handleUser(user.deletePasskey, ({ credentialId, verificationId }, call) =>
        passkeys.delete(credentialId, verificationId, call),
      ),
    ],
  };
}
