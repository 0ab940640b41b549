/** A passkey as second factor and before something sensitive. */
import type { JsonObject } from '@bufbuild/protobuf';
import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';
import { Authenticator } from './authenticator.fixture.ts';

const password = 'Correct-horse-7';
/** The owner's passkey in each world. */
const authenticators = new WeakMap<World, Authenticator>();

function authenticatorOf(w: World): Authenticator {
  const found = authenticators.get(w) ?? new Authenticator('http://localhost');
  authenticators.set(w, found);
  return found;
}

const use = (w: World) => authenticatorOf(w).use(w.kept.options) as never as JsonObject;

function verified(operation: string): Row[] {
  return [
    {
      name: `a verification begins for ${operation}`,
      as: 'owner',
      call: 'UserService.StartSensitiveOperationVerification',
      request: { operation: `SENSITIVE_OPERATION_${operation}` },
      expect: { ok: {} },
      keep: { session: 'verification_session_id' },
    },
    {
      name: `the password proves it for ${operation}`,
      as: 'owner',
      call: 'UserService.FinishSensitiveOperationVerification',
      request: (w) => ({ verification_session_id: w.kept.session!, password }),
      expect: { ok: {} },
      keep: { verificationId: 'verification_id' },
    },
  ];
}

function login(what: string): Row {
  return {
    name: `[MF1] [MF2] the password is not enough, ${what}`,
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.owner.username, password }),
    expect: { ok: { mfa: { required: true, available_methods: ['MFA_METHOD_WEBAUTHN'] } } },
    keep: { mfaSession: 'mfa.session_id' },
  };
}

const start: Row = {
  name: '[PK8] the browser is asked for a passkey of the account that signs in',
  as: 'anonymous',
  call: 'AuthService.StartMfaPasskey',
  request: (w) => ({ mfa_session_id: w.kept.mfaSession! }),
  expect: { ok: { options: { rpId: 'localhost' } } },
  keep: { options: 'options' },
};

export const passkeyProofRows: Row[] = [
  ...verified('PASSKEY_BIND'),
  {
    name: 'a passkey is made',
    as: 'owner',
    call: 'UserService.StartPasskeyBind',
    request: (w) => ({ verificationId: w.kept.verificationId! }),
    expect: { ok: {} },
    keep: { challengeId: 'challengeId', options: 'options' },
  },
  {
    name: 'and added',
    as: 'owner',
    call: 'UserService.FinishPasskeyBind',
    request: (w) => ({
      challengeId: w.kept.challengeId!,
      credential: authenticatorOf(w).make(w.kept.options) as never as JsonObject,
      name: 'Key',
    }),
    expect: { ok: {} },
    keep: { credentialId: 'passkey.credentialId' },
  },
  ...verified('TWO_FACTOR_ENABLE'),
  {
    name: '[MF20] password and passkey are two factors',
    as: 'owner',
    call: 'UserService.SetTwoFactorEnabled',
    request: (w) => ({ enabled: true, verification_id: w.kept.verificationId! }),
    expect: { ok: { two_factor_enabled: true } },
  },
  login('nor is a broken passkey'),
  start,
  {
    name: '[PK8] what it did not sign is refused',
    as: 'anonymous',
    call: 'AuthService.FinishMfaPasskey',
    request: (w) => ({
      mfa_session_id: w.kept.mfaSession!,
      credential: authenticatorOf(w).use(w.kept.options, { challenge: 'AAAA' }) as never as JsonObject,
    }),
    expect: { error: 'mfa.wrong_code' },
  },
  {
    name: '[PK8] and the challenge is used up',
    as: 'anonymous',
    call: 'AuthService.FinishMfaPasskey',
    request: (w) => ({ mfa_session_id: w.kept.mfaSession!, credential: use(w) }),
    expect: { error: 'mfa.wrong_code' },
  },
  login('but a passkey is the rest'),
  { ...start, name: '[PK8] the browser is asked again' },
  {
    name: '[PK8] and the passkey signs in',
    as: 'anonymous',
    call: 'AuthService.FinishMfaPasskey',
    request: (w) => ({ mfa_session_id: w.kept.mfaSession!, credential: use(w) }),
    expect: { ok: (w) => ({ user: { id: w.owner.id }, mfa: { required: false } }) },
  },
  {
    name: 'a login by passkey begins',
    as: 'anonymous',
    call: 'AuthService.StartPasskeyLogin',
    expect: { ok: {} },
    keep: { challengeId: 'challengeId', options: 'options' },
  },
  {
    name: '[MF2] a passkey alone has no second factor after it here',
    as: 'anonymous',
    call: 'AuthService.FinishPasskeyLogin',
    request: (w) => ({ challengeId: w.kept.challengeId!, credential: use(w) }),
    expect: { error: 'mfa.no_second_factor' },
  },
  verified('PASSKEY_DELETE')[0]!,
  {
    name: '[PK8] the browser is asked before something sensitive',
    as: 'owner',
    call: 'UserService.StartSensitiveOperationPasskey',
    request: (w) => ({ verification_session_id: w.kept.session! }),
    expect: { ok: { options: { rpId: 'localhost' } } },
    keep: { options: 'options' },
  },
  {
    name: '[MF15] the passkey proves it',
    as: 'owner',
    call: 'UserService.FinishSensitiveOperationVerification',
    request: (w) => ({ verification_session_id: w.kept.session!, passkey: use(w) }),
    expect: { ok: {} },
    keep: { verificationId: 'verification_id' },
  },
  {
    name: '[MF18] the passkey stays while two factors are needed',
    as: 'owner',
    call: 'UserService.DeletePasskey',
    request: (w) => ({ credential_id: w.kept.credentialId!, verification_id: w.kept.verificationId! }),
    expect: { error: 'mfa.two_factors_needed' },
  },
];
