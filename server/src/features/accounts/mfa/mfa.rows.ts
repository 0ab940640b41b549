import { totpCode } from '@matinee/testkit/accounts/totp.ts';
import type { Row } from '@matinee/testkit/contract-table.ts';
import { testPassword } from '@matinee/testkit/server.ts';
import type { Actor, World } from '@matinee/testkit/world.ts';

const user = (name: string) => `UserService.${name}`;
const auth = (name: string) => `AuthService.${name}`;
const admin = (name: string) => `AdminService.${name}`;

/** Rows that make a verification id for an operation as `as`, and store it under `kept`. */
function verified(as: Actor, operation: string, kept: string): Row[] {
  return [
    {
      name: `[MF14] begins to verify for ${kept}`,
      as,
      call: user('StartSensitiveOperationVerification'),
      request: { operation: `SENSITIVE_OPERATION_${operation}` },
      expect: { ok: {} },
      keep: { [`${kept}Session`]: 'verification_session_id' },
    },
    {
      name: `[MF15] the password verifies for ${kept}`,
      as,
      call: user('FinishSensitiveOperationVerification'),
      request: (w) => ({ verification_session_id: w.kept[`${kept}Session`]!, password: testPassword }),
      expect: { ok: {} },
      keep: { [kept]: 'verification_id' },
    },
  ];
}

function login(kept: string, required = true): Row {
  return {
    name: `[MF1] the password ${required ? `begins the MFA session ${kept}` : 'alone signs in again'}`,
    as: 'anonymous',
    call: auth('LoginWithDirectPassword'),
    request: (w) => ({ username: w.owner.username, password: testPassword }),
    expect: { ok: { mfa: { required } } },
    ...(required ? { keep: { [kept]: 'mfa.session_id' } } : {}),
  };
}

/** The code of the time step after the enrolment. */
const nextCode = (w: World) => totpCode(w.kept.secret!, Date.now() + 30_000);
const wrongCode = (w: World) => totpCode(w.kept.secret!, Date.now() + 600_000);

const verificationRows: Row[] = [
  {
    name: '[MF22] preferences tell the factors',
    as: 'owner',
    call: user('GetUserPreferences'),
    expect: { ok: { two_factor_enabled: false, auth_factors: { password: true, totp: false } } },
  },
  {
    name: '[MF23] an update changes what is sent',
    as: 'owner',
    call: user('UpdateUserPreferences'),
    request: { preferences: { theme: 'dark' } },
    expect: { ok: { preferences: { theme: 'dark', language: '', email_notifications: true } } },
  },
  {
    name: '[MF23] a theme that is none is refused',
    as: 'owner',
    call: user('UpdateUserPreferences'),
    request: { preferences: { theme: 'THEME_UNSPECIFIED' } },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[MF14] a verification is for some operation',
    as: 'owner',
    call: user('StartSensitiveOperationVerification'),
    request: {},
    expect: { error: 'call.invalid_request' },
  },
  verified('owner', 'TOTP_SETUP', 'setup')[0]!,
  {
    name: '[MF15] a wrong password verifies nothing',
    as: 'owner',
    call: user('FinishSensitiveOperationVerification'),
    request: (w) => ({ verification_session_id: w.kept.setupSession!, password: 'Wrong-horse-7' }),
    expect: { error: 'mfa.wrong_proof' },
  },
  {
    name: '[MF6] nor does what the account does not have',
    as: 'owner',
    call: user('FinishSensitiveOperationVerification'),
    request: (w) => ({ verification_session_id: w.kept.setupSession!, totp_code: '123456' }),
    expect: { error: 'mfa.method_unavailable' },
  },
  {
    name: '[MF16] nobody else goes on with a verification',
    as: 'member',
    call: user('FinishSensitiveOperationVerification'),
    request: (w) => ({ verification_session_id: w.kept.setupSession!, password: testPassword }),
    expect: { error: 'mfa.verification_session_ended' },
  },
  verified('owner', 'TOTP_SETUP', 'setup')[1]!,
];

const enrolmentRows: Row[] = [
  {
    name: '[MF16] an invented verification begins no setup',
    as: 'owner',
    call: user('StartTotpSetup'),
    request: { verification_id: 'invented' },
    expect: { error: 'mfa.verification_invalid' },
  },
  {
    name: '[MF7] a verification begins a setup',
    as: 'owner',
    call: user('StartTotpSetup'),
    request: (w) => ({ verification_id: w.kept.setup! }),
    expect: { ok: {} },
    keep: { setupId: 'setup_id', secret: 'secret' },
  },
  {
    name: '[MF7] another code does not confirm it',
    as: 'owner',
    call: user('FinishTotpSetup'),
    request: (w) => ({ setup_id: w.kept.setupId!, code: wrongCode(w) }),
    expect: { error: 'mfa.wrong_setup_code' },
  },
  {
    name: '[MF7] nor does somebody else',
    as: 'member',
    call: user('FinishTotpSetup'),
    request: (w) => ({ setup_id: w.kept.setupId!, code: totpCode(w.kept.secret!, Date.now()) }),
    expect: { error: 'mfa.setup_ended' },
  },
  {
    name: '[MF11] the code of the app does, and recovery codes are told',
    as: 'owner',
    call: user('FinishTotpSetup'),
    request: (w) => ({ setup_id: w.kept.setupId!, code: totpCode(w.kept.secret!, Date.now()) }),
    expect: { ok: {} },
    keep: { recoveryCode: 'recovery_codes.9' },
  },
  {
    name: '[MF7] there is one app',
    as: 'owner',
    call: user('StartTotpSetup'),
    request: { verification_id: 'x' },
    expect: { error: 'mfa.totp_exists' },
  },
  ...verified('owner', 'TWO_FACTOR_ENABLE', 'enable'),
  {
    name: '[MF20] two factors suffice',
    as: 'owner',
    call: user('SetTwoFactorEnabled'),
    request: (w) => ({ enabled: true, verification_id: w.kept.enable! }),
    expect: { ok: { two_factor_enabled: true } },
  },
  ...verified('member', 'TWO_FACTOR_ENABLE', 'tooFew'),
  {
    name: '[MF20] one does not',
    as: 'member',
    call: user('SetTwoFactorEnabled'),
    request: (w) => ({ enabled: true, verification_id: w.kept.tooFew! }),
    expect: { error: 'mfa.too_few_factors' },
  },
];

const signInRows: Row[] = [
  login('first'),
  {
    name: '[MF3] an invented session ends nothing',
    as: 'anonymous',
    call: auth('VerifyMfaTotp'),
    request: { mfa_session_id: 'invented', code: '123456' },
    expect: { error: 'mfa.session_ended' },
  },
  {
    name: '[MF9] a wrong code is refused',
    as: 'anonymous',
    call: auth('VerifyMfaTotp'),
    request: (w) => ({ mfaSessionId: w.kept.first!, code: wrongCode(w) }),
    expect: { error: 'mfa.wrong_code' },
  },
  {
    name: '[MF9] what is no code is refused without a try',
    as: 'anonymous',
    call: auth('VerifyMfaTotp'),
    request: (w) => ({ mfaSessionId: w.kept.first!, code: '12345' }),
    expect: { error: 'call.invalid_request' },
  },
  ...['RequestMfaEmailCode', 'StartMfaPasskey'].map(
    (name): Row => ({
      name: '[MF6] what the account does not have is refused',
      as: 'anonymous',
      call: auth(name),
      request: (w) => ({ mfa_session_id: w.kept.first! }),
      expect: { error: 'mfa.method_unavailable' },
    }),
  ),
  {
    name: '[MF9] the code of the app signs in',
    as: 'anonymous',
    call: auth('VerifyMfaTotp'),
    request: (w) => ({ mfaSessionId: w.kept.first!, code: nextCode(w) }),
    expect: { ok: (w) => ({ user: { id: w.owner.id }, mfa: { required: false } }) },
  },
  login('second'),
  {
    name: '[MF12] a recovery code signs in, however it is written',
    as: 'anonymous',
    call: auth('VerifyMfaRecoveryCode'),
    request: (w) => ({
      mfaSessionId: w.kept.second!,
      recoveryCode: w.kept.recoveryCode!.toLowerCase().replaceAll('-', ' '),
    }),
    expect: { ok: (w) => ({ user: { id: w.owner.id }, mfa: { required: false } }) },
  },
  login('third'),
  {
    name: '[MF12] once',
    as: 'anonymous',
    call: auth('VerifyMfaRecoveryCode'),
    request: (w) => ({ mfaSessionId: w.kept.third!, recoveryCode: w.kept.recoveryCode! }),
    expect: { error: 'mfa.wrong_code' },
  },
];

const removalRows: Row[] = [
  ...verified('owner', 'RECOVERY_CODES_REGENERATE', 'regenerate'),
  {
    name: '[MF13] new recovery codes',
    as: 'owner',
    call: user('RegenerateTotpRecoveryCodes'),
    request: (w) => ({ verification_id: w.kept.regenerate! }),
    expect: { ok: {} },
  },
  ...verified('member', 'RECOVERY_CODES_REGENERATE', 'regenerateNone'),
  {
    name: '[MF13] none without an app',
    as: 'member',
    call: user('RegenerateTotpRecoveryCodes'),
    request: (w) => ({ verification_id: w.kept.regenerateNone! }),
    expect: { error: 'mfa.no_totp' },
  },
  ...verified('owner', 'TOTP_DELETE', 'deleteEarly'),
  {
    name: '[MF18] the app stays while two factors are needed',
    as: 'owner',
    call: user('DeleteTotp'),
    request: (w) => ({ verification_id: w.kept.deleteEarly! }),
    expect: { error: 'mfa.two_factors_needed' },
  },
  ...verified('owner', 'TWO_FACTOR_DISABLE', 'disable'),
  {
    name: '[MF20] off needs a verification of its own',
    as: 'owner',
    call: user('SetTwoFactorEnabled'),
    request: (w) => ({ enabled: false, verification_id: w.kept.enable! }),
    expect: { error: 'mfa.verification_invalid' },
  },
  {
    name: '[MF20] off',
    as: 'owner',
    call: user('SetTwoFactorEnabled'),
    request: (w) => ({ enabled: false, verification_id: w.kept.disable! }),
    expect: { ok: { two_factor_enabled: false } },
  },
  ...verified('owner', 'TOTP_DELETE', 'delete'),
  {
    name: '[MF18] then it goes',
    as: 'owner',
    call: user('DeleteTotp'),
    request: (w) => ({ verification_id: w.kept.delete! }),
    expect: { ok: {} },
  },
  login('', false),
];

const adminRows: Row[] = [
  {
    name: '[MF24] root reads the preferences of somebody',
    as: 'root',
    call: admin('GetUserPreferences'),
    request: (w) => ({ user_id: w.owner.id }),
    expect: { ok: { preferences: { theme: 'dark' }, auth_factors: { password: true, totp: false } } },
  },
  {
    name: '[MF24] of nobody there are none',
    as: 'root',
    call: admin('GetUserPreferences'),
    request: { user_id: 'usr_x' },
    expect: { error: 'users.not_found' },
  },
  {
    name: '[MF25] root turns two-factor sign-in off',
    as: 'root',
    call: admin('UpdateUserPreferences'),
    request: (w) => ({ user_id: w.owner.id, two_factor_enabled: false }),
    expect: { ok: { two_factor_enabled: false } },
  },
  {
    name: '[MF25] and never on',
    as: 'root',
    call: admin('UpdateUserPreferences'),
    request: (w) => ({ user_id: w.owner.id, two_factor_enabled: true }),
    expect: { error: 'mfa.only_the_user' },
  },
  {
    name: '[MF24] nor for themselves',
    as: 'root',
    call: admin('UpdateUserPreferences'),
    request: (w) => ({ user_id: w.root.id, two_factor_enabled: false }),
    expect: { error: 'users.not_yourself' },
  },
];

export const mfaRows: Row[] = [...verificationRows, ...enrolmentRows, ...signInRows, ...removalRows, ...adminRows];
