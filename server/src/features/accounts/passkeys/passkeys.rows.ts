import type { JsonObject } from '@bufbuild/protobuf';
import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';
import { Authenticator } from './authenticator.fixture.ts';

/** The passkeys that rows make, by world and name. */
const authenticators = new WeakMap<World, Map<string, Authenticator>>();

/** `origin`: configured for test servers, because rows do not know their port. */
function authenticatorOf(world: World, name: string): Authenticator {
  const known = authenticators.get(world) ?? new Map<string, Authenticator>();
  authenticators.set(world, known);
  const found = known.get(name) ?? new Authenticator('http://localhost');
  known.set(name, found);
  return found;
}

const make = (w: World, name: string) => authenticatorOf(w, name).make(w.kept.options) as never as JsonObject;
const use = (w: World, name: string) => authenticatorOf(w, name).use(w.kept.options) as never as JsonObject;
const keyName = (w: World) => `key_${w.room.slice(-12)}`;
const keep = { challengeId: 'challengeId', options: 'options' };

/** Rows that make a verification for an operation and store it as `verificationId`. */
function verified(operation: string, what: string): Row[] {
  return [
    {
      name: `a verification begins, ${what}`,
      as: 'owner',
      call: 'UserService.StartSensitiveOperationVerification',
      request: { operation: `SENSITIVE_OPERATION_${operation}` },
      expect: { ok: {} },
      keep: { verificationSession: 'verification_session_id' },
    },
    {
      name: `it ends with the password, ${what}`,
      as: 'owner',
      call: 'UserService.FinishSensitiveOperationVerification',
      request: (w) => ({ verification_session_id: w.kept.verificationSession!, password: 'Correct-horse-7' }),
      expect: { ok: {} },
      keep: { verificationId: 'verification_id' },
    },
  ];
}

export const passkeyRows: Row[] = [
  {
    name: '[PK5] without a verification no passkey is added',
    as: 'owner',
    call: 'UserService.StartPasskeyBind',
    expect: { error: 'mfa.verification_invalid' },
  },
  ...verified('PASSKEY_BIND', 'to add a passkey'),
  {
    name: '[PK5] with one the browser is asked to make one',
    as: 'owner',
    call: 'UserService.StartPasskeyBind',
    request: (w) => ({ verificationId: w.kept.verificationId! }),
    expect: { ok: { options: { rp: { id: 'localhost' } } } },
    keep,
  },
  {
    name: '[PK5] which is added',
    as: 'owner',
    call: 'UserService.FinishPasskeyBind',
    request: (w) => ({ challengeId: w.kept.challengeId!, credential: make(w, 'own'), name: 'Blue key' }),
    expect: { ok: { passkey: { name: 'Blue key', isSynced: true } } },
    keep: { credentialId: 'passkey.credentialId' },
  },
  {
    name: '[PK2] the challenge serves once',
    as: 'owner',
    call: 'UserService.FinishPasskeyBind',
    request: (w) => ({ challengeId: w.kept.challengeId!, credential: {} }),
    expect: { error: 'auth.challenge_expired' },
  },
  {
    name: '[PK7] the list has it',
    as: 'owner',
    call: 'UserService.ListPasskeys',
    expect: { ok: (w) => ({ passkeys: [{ credentialId: w.kept.credentialId!, transports: ['internal', 'hybrid'] }] }) },
  },
  {
    name: '[PK7] it is renamed',
    as: 'owner',
    call: 'UserService.RenamePasskey',
    request: (w) => ({ credential_id: w.kept.credentialId!, name: 'Red key' }),
    expect: { ok: { passkey: { name: 'Red key' } } },
  },
  {
    name: '[PK7] somebody else finds no such passkey',
    as: 'stranger',
    call: 'UserService.RenamePasskey',
    request: (w) => ({ credential_id: w.kept.credentialId!, name: 'Mine' }),
    expect: { error: 'passkeys.not_found' },
  },
  {
    name: '[PK1] a login by passkey begins without a name',
    as: 'anonymous',
    call: 'AuthService.StartPasskeyLogin',
    expect: { ok: { options: { rpId: 'localhost', userVerification: 'required' } } },
    keep,
  },
  {
    name: '[PK1] and the passkey says who it is',
    as: 'anonymous',
    call: 'AuthService.FinishPasskeyLogin',
    request: (w) => ({ challengeId: w.kept.challengeId!, credential: use(w, 'own') }),
    expect: { ok: (w) => ({ user: { id: w.owner.id }, mfa: { required: false } }) },
  },
  {
    name: '[PK2] that challenge serves once too',
    as: 'anonymous',
    call: 'AuthService.FinishPasskeyLogin',
    request: (w) => ({ challengeId: w.kept.challengeId!, credential: use(w, 'own') }),
    expect: { error: 'auth.challenge_expired' },
  },
  {
    name: '[PK1] another login begins',
    as: 'anonymous',
    call: 'AuthService.StartPasskeyLogin',
    expect: { ok: {} },
    keep,
  },
  {
    name: '[PK1] a passkey that nobody added is refused',
    as: 'anonymous',
    call: 'AuthService.FinishPasskeyLogin',
    request: (w) => ({ challengeId: w.kept.challengeId!, credential: use(w, 'unknown') }),
    expect: { error: 'passkeys.refused' },
  },
  {
    name: '[PK4] a sign-up by passkey begins',
    as: 'anonymous',
    call: 'AuthService.StartPasskeyRegistration',
    request: (w) => ({ username: keyName(w) }),
    expect: { ok: { options: { rp: { id: 'localhost' } } } },
    keep,
  },
  {
    name: '[PK4] and the account is made with it',
    as: 'anonymous',
    call: 'AuthService.FinishPasskeyRegistration',
    request: (w) => ({ challengeId: w.kept.challengeId!, credential: make(w, 'new') }),
    expect: { ok: (w) => ({ user: { username: keyName(w) }, registrationReviewRequired: false }) },
  },
  {
    name: '[PK4] the name is taken then',
    as: 'anonymous',
    call: 'AuthService.StartPasskeyRegistration',
    request: (w) => ({ username: keyName(w).toUpperCase() }),
    expect: { error: 'auth.username_taken' },
  },
  {
    name: '[US4] nobody signs up with a reserved name',
    as: 'anonymous',
    call: 'AuthService.StartPasskeyRegistration',
    request: { username: 'matinee' },
    expect: { error: 'users.username_reserved' },
  },
  {
    name: '[PK4] somebody else begins to sign up',
    as: 'anonymous',
    call: 'AuthService.StartPasskeyRegistration',
    request: (w) => ({ username: `${keyName(w)}2` }),
    expect: { ok: {} },
    keep,
  },
  {
    name: '[PK4] with an answer that is no passkey there is no account',
    as: 'anonymous',
    call: 'AuthService.FinishPasskeyRegistration',
    request: (w) => ({ challengeId: w.kept.challengeId!, credential: { id: 'AAAA' } }),
    expect: { error: 'passkeys.invalid' },
  },
  {
    name: '[PK8] a verification begins, to turn two factors on',
    as: 'owner',
    call: 'UserService.StartSensitiveOperationVerification',
    request: { operation: 'SENSITIVE_OPERATION_TWO_FACTOR_ENABLE' },
    expect: {
      ok: { available_methods: ['VERIFICATION_METHOD_PASSWORD', 'VERIFICATION_METHOD_WEBAUTHN'] },
    },
    keep: { verificationSession: 'verification_session_id' },
  },
  {
    name: '[PK8] the browser is asked for one of the own passkeys',
    as: 'owner',
    call: 'UserService.StartSensitiveOperationPasskey',
    request: (w) => ({ verification_session_id: w.kept.verificationSession! }),
    expect: { ok: (w) => ({ options: { allowCredentials: [{ id: w.kept.credentialId! }] } }) },
    keep: { options: 'options' },
  },
  {
    name: '[PK8] which proves who it is',
    as: 'owner',
    call: 'UserService.FinishSensitiveOperationVerification',
    request: (w) => ({ verification_session_id: w.kept.verificationSession!, passkey: use(w, 'own') }),
    expect: { ok: {} },
    keep: { verificationId: 'verification_id' },
  },
  {
    name: '[PK8] two factors are on, password and passkey',
    as: 'owner',
    call: 'UserService.SetTwoFactorEnabled',
    request: (w) => ({ enabled: true, verification_id: w.kept.verificationId! }),
    expect: { ok: {} },
  },
  {
    name: '[PK8] the password alone signs in no longer',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.owner.username, password: 'Correct-horse-7' }),
    expect: { ok: { mfa: { required: true, available_methods: ['MFA_METHOD_WEBAUTHN'] } } },
    keep: { mfaSession: 'mfa.session_id' },
  },
  {
    name: '[PK8] after the password the browser is asked for a passkey of the account',
    as: 'anonymous',
    call: 'AuthService.StartMfaPasskey',
    request: (w) => ({ mfa_session_id: w.kept.mfaSession! }),
    expect: { ok: (w) => ({ options: { allowCredentials: [{ id: w.kept.credentialId! }] } }) },
    keep: { options: 'options' },
  },
  {
    name: '[PK8] which ends the sign-in',
    as: 'anonymous',
    call: 'AuthService.FinishMfaPasskey',
    request: (w) => ({ mfa_session_id: w.kept.mfaSession!, credential: use(w, 'own') }),
    expect: { ok: (w) => ({ user: { id: w.owner.id }, mfa: { required: false } }) },
  },
  {
    name: '[MF2] a login by passkey begins, with two factors on',
    as: 'anonymous',
    call: 'AuthService.StartPasskeyLogin',
    expect: { ok: {} },
    keep,
  },
  {
    name: '[MF2] the passkey cannot be its own second factor',
    as: 'anonymous',
    call: 'AuthService.FinishPasskeyLogin',
    request: (w) => ({ challengeId: w.kept.challengeId!, credential: use(w, 'own') }),
    expect: { error: 'mfa.no_second_factor' },
  },
  ...verified('PASSKEY_DELETE', 'to delete a passkey that is needed'),
  {
    name: '[PK6] the second factor cannot be deleted',
    as: 'owner',
    call: 'UserService.DeletePasskey',
    request: (w) => ({ credential_id: w.kept.credentialId!, verification_id: w.kept.verificationId! }),
    expect: { error: 'mfa.two_factors_needed' },
  },
  ...verified('TWO_FACTOR_DISABLE', 'to turn two factors off'),
  {
    name: '[PK8] two factors are off',
    as: 'owner',
    call: 'UserService.SetTwoFactorEnabled',
    request: (w) => ({ enabled: false, verification_id: w.kept.verificationId! }),
    expect: { ok: {} },
  },
  ...verified('PASSKEY_DELETE', 'to delete the passkey'),
  {
    name: '[PK6] it is deleted',
    as: 'owner',
    call: 'UserService.DeletePasskey',
    request: (w) => ({ credential_id: w.kept.credentialId!, verification_id: w.kept.verificationId! }),
    expect: { ok: {} },
  },
];
