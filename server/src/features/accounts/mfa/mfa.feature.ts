import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { type Binding, handleAdmin, handleUser } from '../../../kernel/handler.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Sealer } from '../../../kernel/sealing.ts';
import type { Database } from '../../../store/database.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import type { Feature } from '../../feature.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { Preferences } from '../../record/preferences/preferences.port.ts';
import type { Lockout } from '../lockout/lockout.ts';
import type { Sessions } from '../sessions/sessions.port.ts';
import type { Users } from '../users/users.port.ts';
import { makeAttempts } from './attempts.ts';
import { makeFactorStamp } from './factor-stamp.ts';
import { type FactorParts, makeFactors } from './factors.service.ts';
import { type AccountFactors, type FactorGuard, toMailed, type Verifications } from './mfa.port.ts';
import { personalData } from './mfa.store.ts';
import { makePreferenceCalls } from './preferences.service.ts';
import { makeRecoveryCodeProof } from './recovery-code-proof.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { makeTotpChanges } from './totp-changes.service.ts';
import { makeTotpProof } from './totp-proof.ts';
import { makeTotpSecrets } from './totp-secrets.ts';
import { makeTotpSetup, type TotpSetup } from './totp-setup.service.ts';
import { makeTwoFactor } from './two-factor.service.ts';
import { makeVerification } from './verification.service.ts';
import { makeVerifications, type VerificationScope, type Verified } from './verifications.ts';

interface Parts extends FactorParts {
  readonly db: Database;
  readonly keyValue: KeyValue;
  readonly clock: Clock;
  readonly random: Random;
  readonly sealer: Sealer;
  readonly log: Log;
  /** A secret that never changes. The key for recovery codes is derived from it. */
  readonly secret: string;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly preferences: Preferences;
  readonly lockout: Lockout;
  readonly issuer: () => string;
}

interface MfaFeature extends Feature {
  readonly factors: AccountFactors;
  readonly guard: FactorGuard;
  readonly verifications: Verifications;
}

/** Lifetimes of a verification attempt, of its proof, and of a TOTP setup, in milliseconds. */
const attemptLifeMs = 300_000;
const verificationLifeMs = 300_000;
const setupLifeMs = 600_000;

export function mfaFeature(given: Parts): MfaFeature {
  const store = { keyValue: given.keyValue, random: given.random, nowMs: () => given.clock.nowMs() };
  const factors = makeFactors(given);
  const stampOf = makeFactorStamp(given.users);
  const attempts = makeAttempts<VerificationScope>(store, 'verify', attemptLifeMs);
  const verified = makeAttempts<Verified>(store, 'verified', verificationLifeMs);
  const verifications = makeVerifications({ ...given, factors, stampOf, verified });
  const verification = makeVerification({ ...given, factors, stampOf, attempts, verified });
  const recoveryCodes = makeRecoveryCodes(given.secret, given.random);
  const secrets = makeTotpSecrets(given);
  const totp = makeTotpProof({ ...given, secrets });
  const { factor } = totp;
  const setups = makeAttempts<TotpSetup>(store, 'totp', setupLifeMs);
  const setup = makeTotpSetup({ ...given, secrets, verifications, factor, setups, recoveryCodes });
  const changes = makeTotpChanges({ ...given, verifications, factor, factors, recoveryCodes });
  const twoFactor = makeTwoFactor({ ...given, factors, verifications });
  const preferences = makePreferenceCalls({ ...given, factors });
  return {
    name: 'mfa',
    personalData,
    tables: ['recovery_codes', 'totp_factors', 'two_factor_accounts'],
    reads: ['users'],
    factors,
    guard: factors,
    verifications,
    localFactors: [factor],
    mfaProviders: [totp.provider, makeRecoveryCodeProof({ ...given, recoveryCodes })],
    bindings: [...verificationBindings(verification), ...accountBindings(setup, changes, twoFactor, preferences)],
  };
}

function verificationBindings(verification: ReturnType<typeof makeVerification>): Binding[] {
  const { method } = UserService;
  return [
    handleUser(method.startSensitiveOperationVerification, ({ operation }, call) =>
      verification.start(operation, call),
    ),
    handleUser(method.requestSensitiveOperationEmailCode, async ({ verificationSessionId }, call) =>
      toMailed(await verification.challenge(verificationSessionId, 'email', undefined, call)),
    ),
    handleUser(method.startSensitiveOperationPasskey, async ({ verificationSessionId }, call) => ({
      options: await verification.challenge(verificationSessionId, 'webauthn', undefined, call),
    })),
    handleUser(method.startSensitiveOperationOpaque, ({ verificationSessionId, credentialRequest }, call) =>
      verification.challenge(verificationSessionId, 'password', { credentialRequest }, call),
    ),
    handleUser(method.finishSensitiveOperationVerification, ({ verificationSessionId, proof }, call) =>
      verification.finish(verificationSessionId, proof, call),
    ),
  ];
}

function accountBindings(
  setup: ReturnType<typeof makeTotpSetup>,
  changes: ReturnType<typeof makeTotpChanges>,
  twoFactor: ReturnType<typeof makeTwoFactor>,
  preferences: ReturnType<typeof makePreferenceCalls>,
): Binding[] {
  const { method } = UserService;
  return [
    handleUser(method.startTotpSetup, ({ verificationId }, call) => setup.start(verificationId, call)),
    handleUser(method.finishTotpSetup, ({ setupId, code }, call) => setup.finish(setupId, code, call)),
    handleUser(method.regenerateTotpRecoveryCodes, ({ verificationId }, call) =>
      changes.regenerate(verificationId, call),
    ),
    handleUser(method.deleteTotp, ({ verificationId }, call) => changes.delete(verificationId, call)),
    handleUser(method.setTwoFactorEnabled, ({ enabled, verificationId }, call) =>
      twoFactor.set(enabled, verificationId, call),
    ),
    handleUser(method.getUserPreferences, (_, call) => preferences.get(call.principal.userId)),
    handleUser(method.updateUserPreferences, (r, call) => preferences.update(call.principal.userId, r.preferences!)),
    handleAdmin(AdminService.method.getUserPreferences, ({ userId }) => preferences.adminGet(userId)),
    handleAdmin(AdminService.method.updateUserPreferences, (request, call) => preferences.adminUpdate(request, call)),
  ];
}
