import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';
import { OpaqueClient } from './opaque.fixture.ts';

const password = 'Correct-horse-7';

function refused(name: string, password: string, error: string): Row {
  return {
    name,
    as: 'anonymous',
    call: 'AuthService.RegisterWithDirectPassword',
    request: (w) => ({ username: `weak_${w.room.slice(-12)}`, password }),
    expect: { error },
  };
}

export const passwordRows: Row[] = [
  {
    name: '[PW1] signing up gives an account and a session',
    as: 'anonymous',
    call: 'AuthService.RegisterWithDirectPassword',
    request: (w) => ({ username: `new_${w.room.slice(-12)}`, password }),
    expect: {
      ok: (w) => ({ user: { username: `new_${w.room.slice(-12)}`, role: 'user' }, registrationReviewRequired: false }),
    },
  },
  {
    name: '[US2] a name that is taken, in any case, cannot be signed up with',
    as: 'anonymous',
    call: 'AuthService.RegisterWithDirectPassword',
    request: (w) => ({ username: `NEW_${w.room.slice(-12)}`, password }),
    expect: { error: 'auth.username_taken' },
  },
  refused('[PW2] seven characters are too few', 'Short-7', 'call.invalid_request'),
  refused('[PW2] 129 characters are too many', `Aa1${'x'.repeat(126)}`, 'call.invalid_request'),
  refused('[PW2] a password needs an upper-case letter', 'correct-horse-7', 'auth.weak_password'),
  refused('[PW2] a password needs a lower-case letter', 'CORRECT-HORSE-7', 'auth.weak_password'),
  refused('[PW2] a password needs a digit', 'Correct-horse', 'auth.weak_password'),
  {
    name: '[PW2] nothing was created by the weak ones',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: `weak_${w.room.slice(-12)}`, password: 'correct-horse-7' }),
    expect: { error: 'auth.invalid_credentials' },
  },
  {
    name: '[PW3] the right password signs in, the name in any case',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.owner.username.toUpperCase(), password }),
    expect: { ok: (w) => ({ user: { id: w.owner.id }, mfa: { required: false } }) },
  },
  {
    name: '[PW3] a wrong password is refused',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.owner.username, password: `${password}x` }),
    expect: { error: 'auth.invalid_credentials' },
  },
];

/** Clients of the rows below, by world. */
const clients = new WeakMap<World, Record<'login' | 'registration' | 'change' | 'current', OpaqueClient>>();
const nextPassword = 'Another-horse-8';

function clientsOf(world: World) {
  let found = clients.get(world);
  if (!found) {
    found = {
      login: new OpaqueClient(password),
      registration: new OpaqueClient(password),
      change: new OpaqueClient(nextPassword),
      current: new OpaqueClient(password),
    };
    clients.set(world, found);
  }
  return found;
}

/** As many bytes as a message has, but not a valid one. */
const garbage = (length: number) => Buffer.alloc(length, 255).toString('base64');
const opaqueName = (w: World) => `opaque_${w.room.slice(-12)}`;

export const opaqueLoginRows: Row[] = [
  {
    name: '[PW5] a login by OPAQUE begins',
    as: 'anonymous',
    call: 'AuthService.StartOpaqueLogin',
    request: (w) => ({ username: w.owner.username, credentialRequest: clientsOf(w).login.startLogin() }),
    expect: { ok: {} },
    keep: { loginId: 'loginId', credentialResponse: 'credentialResponse' },
  },
  {
    name: '[PW5] and is finished with what the client made of the answer',
    as: 'anonymous',
    call: 'AuthService.FinishOpaqueLogin',
    request: (w) => ({
      loginId: w.kept.loginId!,
      credentialFinalization: clientsOf(w).login.finishLogin(w.kept.credentialResponse!)!,
    }),
    expect: { ok: (w) => ({ user: { id: w.owner.id }, mfa: { required: false } }) },
  },
  {
    name: '[PW6] it can be finished once',
    as: 'anonymous',
    call: 'AuthService.FinishOpaqueLogin',
    request: (w) => ({ loginId: w.kept.loginId!, credentialFinalization: garbage(64) }),
    expect: { error: 'auth.challenge_expired' },
  },
  {
    name: '[PW5] a message of another size is refused',
    as: 'anonymous',
    call: 'AuthService.StartOpaqueLogin',
    request: (w) => ({ username: w.owner.username, credentialRequest: garbage(95) }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[PW5] bytes that are no message are refused',
    as: 'anonymous',
    call: 'AuthService.StartOpaqueLogin',
    request: (w) => ({ username: w.member.username, credentialRequest: garbage(96) }),
    expect: { error: 'auth.invalid_opaque_message' },
  },
];

export const opaqueRegistrationRows: Row[] = [
  {
    name: '[PW7] a sign-up by OPAQUE begins',
    as: 'anonymous',
    call: 'AuthService.StartOpaqueRegistration',
    request: (w) => ({
      username: opaqueName(w),
      registrationRequest: clientsOf(w).registration.startRegistration(),
    }),
    expect: { ok: {} },
    keep: { registrationId: 'registrationId', registrationResponse: 'registrationResponse' },
  },
  {
    name: '[PW7] and is finished with a record of which the server knows no password',
    as: 'anonymous',
    call: 'AuthService.FinishOpaqueRegistration',
    request: (w) => ({
      registrationId: w.kept.registrationId!,
      registrationUpload: clientsOf(w).registration.finishRegistration(w.kept.registrationResponse!),
    }),
    expect: { ok: (w) => ({ user: { username: opaqueName(w) }, registrationReviewRequired: false }) },
  },
  {
    name: '[PW6] it can be finished once',
    as: 'anonymous',
    call: 'AuthService.FinishOpaqueRegistration',
    request: (w) => ({ registrationId: w.kept.registrationId!, registrationUpload: garbage(192) }),
    expect: { error: 'auth.challenge_expired' },
  },
  {
    name: '[PW7] a name that is taken cannot be signed up with',
    as: 'anonymous',
    call: 'AuthService.StartOpaqueRegistration',
    request: (w) => ({
      username: opaqueName(w).toUpperCase(),
      registrationRequest: clientsOf(w).registration.startRegistration(),
    }),
    expect: { error: 'auth.username_taken' },
  },
  {
    name: '[US4] nor can a reserved name',
    as: 'anonymous',
    call: 'AuthService.StartOpaqueRegistration',
    request: (w) => ({ username: 'Root', registrationRequest: clientsOf(w).registration.startRegistration() }),
    expect: { error: 'users.username_reserved' },
  },
  {
    name: '[PW7] another sign-up begins',
    as: 'anonymous',
    call: 'AuthService.StartOpaqueRegistration',
    request: (w) => ({
      username: `${opaqueName(w)}2`,
      registrationRequest: clientsOf(w).registration.startRegistration(),
    }),
    expect: { ok: {} },
    keep: { registrationId: 'registrationId' },
  },
  {
    name: '[PW7] a record that nobody could sign in with is refused',
    as: 'anonymous',
    call: 'AuthService.FinishOpaqueRegistration',
    request: (w) => ({ registrationId: w.kept.registrationId!, registrationUpload: garbage(192) }),
    expect: { error: 'auth.invalid_opaque_message' },
  },
];

export const opaqueProofRows: Row[] = [
  {
    name: 'a verification begins, to set the password',
    as: 'member',
    call: 'UserService.StartSensitiveOperationVerification',
    request: { operation: 'SENSITIVE_OPERATION_PASSWORD_UPDATE' },
    expect: { ok: {} },
    keep: { verificationSession: 'verification_session_id' },
  },
  {
    name: '[PW9] the password is proved to it without being sent',
    as: 'member',
    call: 'UserService.StartSensitiveOperationOpaque',
    request: (w) => ({
      verification_session_id: w.kept.verificationSession!,
      credential_request: clientsOf(w).login.startLogin(),
    }),
    expect: { ok: {} },
    keep: { credentialResponse: 'credential_response' },
  },
  {
    name: '[PW9] with what the client made of the answer',
    as: 'member',
    call: 'UserService.FinishSensitiveOperationVerification',
    request: (w) => ({
      verification_session_id: w.kept.verificationSession!,
      credential_finalization: clientsOf(w).login.finishLogin(w.kept.credentialResponse!)!,
    }),
    expect: { ok: {} },
    keep: { verificationId: 'verification_id' },
  },
  {
    name: '[PW8] a verification starts a change of the password',
    as: 'member',
    call: 'UserService.StartOpaquePasswordUpdate',
    request: (w) => ({
      registrationRequest: clientsOf(w).change.startRegistration(),
      verificationId: w.kept.verificationId!,
    }),
    expect: { ok: {} },
  },
  {
    name: '[MF30] and once more, as nothing has changed yet',
    as: 'member',
    call: 'UserService.StartOpaquePasswordUpdate',
    request: (w) => ({
      registrationRequest: clientsOf(w).change.startRegistration(),
      verificationId: w.kept.verificationId!,
    }),
    expect: { ok: {} },
  },
];

export const opaqueUpdateRows: Row[] = [
  {
    name: '[PW8] a change of the password begins with the current one',
    as: 'admin',
    call: 'UserService.StartOpaquePasswordUpdate',
    request: (w) => ({
      registrationRequest: clientsOf(w).change.startRegistration(),
      credentialRequest: clientsOf(w).current.startLogin(),
    }),
    expect: { ok: {} },
    keep: {
      updateId: 'updateId',
      registrationResponse: 'registrationResponse',
      credentialResponse: 'credentialResponse',
    },
  },
  {
    name: '[PW8] a wrong proof of it uses the change up',
    as: 'admin',
    call: 'UserService.FinishOpaquePasswordUpdate',
    request: (w) => ({
      updateId: w.kept.updateId!,
      registrationUpload: clientsOf(w).change.finishRegistration(w.kept.registrationResponse!),
      credentialFinalization: garbage(64),
    }),
    expect: { error: 'auth.wrong_password' },
  },
  {
    name: '[PW6] then it cannot be finished',
    as: 'admin',
    call: 'UserService.FinishOpaquePasswordUpdate',
    request: (w) => ({
      updateId: w.kept.updateId!,
      registrationUpload: garbage(192),
      credentialFinalization: clientsOf(w).current.finishLogin(w.kept.credentialResponse!)!,
    }),
    expect: { error: 'auth.challenge_expired' },
  },
  {
    name: '[PW8] another change begins',
    as: 'admin',
    call: 'UserService.StartOpaquePasswordUpdate',
    request: (w) => ({
      registrationRequest: clientsOf(w).change.startRegistration(),
      credentialRequest: clientsOf(w).current.startLogin(),
    }),
    expect: { ok: {} },
    keep: {
      updateId: 'updateId',
      registrationResponse: 'registrationResponse',
      credentialResponse: 'credentialResponse',
    },
  },
  {
    name: '[PW8] and is finished',
    as: 'admin',
    call: 'UserService.FinishOpaquePasswordUpdate',
    request: (w) => ({
      updateId: w.kept.updateId!,
      registrationUpload: clientsOf(w).change.finishRegistration(w.kept.registrationResponse!),
      credentialFinalization: clientsOf(w).current.finishLogin(w.kept.credentialResponse!)!,
    }),
    expect: { ok: {} },
  },
  {
    name: '[PW8] the new password signs in',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.admin.username, password: nextPassword }),
    expect: { ok: (w) => ({ user: { id: w.admin.id } }) },
  },
];
