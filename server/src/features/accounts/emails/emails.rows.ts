import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';
import * as opaque from '@serenity-kit/opaque';
import { leastStretching } from '../../../drivers/passwords/stretching.ts';

const password = 'Correct-horse-7';
/** The stretching is part of the configuration (RFC 9807, section 7). */
const keyStretching = { 'argon2id-custom': leastStretching };

/** Addresses that only this world uses. */
const at = (name: string) => (w: World) => `${name}.${w.room.slice(-12)}@example.org`;
const anna = at('anna');
const bert = at('bert');
const nobody = at('nobody');

async function startPassword(w: World): Promise<string> {
  await opaque.ready;
  const { clientRegistrationState, registrationRequest } = opaque.client.startRegistration({ password });
  w.kept.opaqueState = clientRegistrationState;
  return registrationRequest;
}

function finishPassword(w: World, registrationResponse: string): string {
  const { registrationRecord } = opaque.client.finishRegistration({
    password,
    keyStretching,
    registrationResponse: Buffer.from(registrationResponse, 'base64').toString('base64url'),
    clientRegistrationState: w.kept.opaqueState!,
  });
  return registrationRecord;
}

const signUp: Row[] = [
  {
    name: '[EM5] a code to sign up with is asked for',
    as: 'anonymous',
    call: 'AuthService.RequestEmailRegistration',
    request: (w) => ({ email: anna(w) }),
    expect: { ok: {} },
  },
  {
    name: '[EM5] two addresses are none',
    as: 'anonymous',
    call: 'AuthService.RequestEmailRegistration',
    request: (w) => ({ email: `${anna(w)}, ${bert(w)}` }),
    expect: { error: 'emails.invalid_address' },
  },
  {
    name: '[EM16] a weak password is said before the code is used',
    as: 'anonymous',
    call: 'AuthService.ConfirmEmailRegistration',
    request: async (w) => {
      w.kept.code = await w.mailedCode(anna(w));
      return {
        email: anna(w),
        username: `anna_${w.room.slice(-12)}`,
        email_token: w.kept.code,
        password: 'correct-horse',
      };
    },
    expect: { error: 'auth.weak_password' },
  },
  {
    name: '[EM16] and so is a name that is taken',
    as: 'anonymous',
    call: 'AuthService.ConfirmEmailRegistration',
    request: (w) => ({ email: anna(w), username: w.owner.username, email_token: w.kept.code!, password }),
    expect: { error: 'auth.username_taken' },
  },
  {
    name: '[US4] and so is a reserved name',
    as: 'anonymous',
    call: 'AuthService.ConfirmEmailRegistration',
    request: (w) => ({ email: anna(w), username: 'support', email_token: w.kept.code!, password }),
    expect: { error: 'users.username_reserved' },
  },
  {
    name: '[EM15] the code, a name and a password make the account',
    as: 'anonymous',
    call: 'AuthService.ConfirmEmailRegistration',
    request: (w) => ({
      email: anna(w).toUpperCase(),
      username: `anna_${w.room.slice(-12)}`,
      email_token: w.kept.code!.toLowerCase().replace('-', ' '),
      password,
    }),
    expect: { ok: (w) => ({ user: { username: `anna_${w.room.slice(-12)}` }, registrationReviewRequired: false }) },
    keep: { annaId: 'user.id', annaToken: 'accessToken' },
  },
  {
    name: '[EM2] it works once',
    as: 'anonymous',
    call: 'AuthService.ConfirmEmailRegistration',
    request: (w) => ({ email: anna(w), username: `again_${w.room.slice(-12)}`, email_token: w.kept.code!, password }),
    expect: { error: 'emails.invalid_token' },
  },
  {
    name: '[EM15] the account has the password',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: `anna_${w.room.slice(-12)}`, password }),
    expect: { ok: (w) => ({ user: { id: w.kept.annaId! } }) },
  },
  {
    name: '[EM5] a code for a password that stays in the client',
    as: 'anonymous',
    call: 'AuthService.RequestEmailRegistration',
    request: (w) => ({ email: bert(w) }),
    expect: { ok: {} },
  },
  {
    name: '[EM15] by OPAQUE the code begins it',
    as: 'anonymous',
    call: 'AuthService.ConfirmEmailRegistration',
    request: async (w) => ({
      email: bert(w),
      username: `bert_${w.room.slice(-12)}`,
      email_token: await w.mailedCode(bert(w)),
      registration_request: await startPassword(w),
    }),
    expect: { ok: { registrationReviewRequired: false } },
    keep: { registrationId: 'registrationId', registrationResponse: 'registrationResponse' },
  },
  {
    name: '[EM15] and the record ends it',
    as: 'anonymous',
    call: 'AuthService.ConfirmEmailRegistration',
    request: (w) => ({
      email: bert(w),
      username: `bert_${w.room.slice(-12)}`,
      registration_id: w.kept.registrationId!,
      registration_upload: finishPassword(w, w.kept.registrationResponse!),
    }),
    expect: { ok: (w) => ({ user: { username: `bert_${w.room.slice(-12)}` } }) },
  },
  {
    name: '[EM15] once',
    as: 'anonymous',
    call: 'AuthService.ConfirmEmailRegistration',
    request: (w) => ({
      email: bert(w),
      username: `bert2_${w.room.slice(-12)}`,
      registration_id: w.kept.registrationId!,
      registration_upload: 'A'.repeat(256),
    }),
    expect: { error: 'auth.challenge_expired' },
  },
];

const signIn: Row[] = [
  {
    name: '[EM5] a code to sign in with is asked for',
    as: 'anonymous',
    call: 'AuthService.RequestEmailLogin',
    request: (w) => ({ email: anna(w) }),
    expect: { ok: {} },
  },
  {
    name: '[EM5] the answer is the same for an address of nobody',
    as: 'anonymous',
    call: 'AuthService.RequestEmailLogin',
    request: (w) => ({ email: nobody(w) }),
    expect: { ok: {} },
  },
  {
    name: '[EM2] a wrong code is refused',
    as: 'anonymous',
    call: 'AuthService.Login',
    request: (w) => ({ email: anna(w), email_token: 'AAAA-AAAA' }),
    expect: { error: 'emails.invalid_token' },
  },
  {
    name: '[EM5] for an address of nobody any code is refused the same way',
    as: 'anonymous',
    call: 'AuthService.Login',
    request: (w) => ({ email: nobody(w), email_token: 'AAAA-AAAA' }),
    expect: { error: 'emails.invalid_token' },
  },
  {
    name: '[EM7] the code signs in',
    as: 'anonymous',
    call: 'AuthService.Login',
    request: async (w) => ({ email: anna(w), email_token: await w.mailedCode(anna(w)) }),
    expect: { ok: (w) => ({ user: { id: w.kept.annaId! }, mfa: { required: false } }) },
  },
];

const reset: Row[] = [
  {
    name: '[EM5] a code for a new password is asked for',
    as: 'anonymous',
    call: 'EmailService.RequestPasswordReset',
    request: (w) => ({ email: anna(w) }),
    expect: { ok: {} },
  },
  {
    name: '[EM2] a wrong code begins nothing',
    as: 'anonymous',
    call: 'EmailService.StartOpaquePasswordReset',
    request: async (w) => ({ email: anna(w), email_token: 'AAAA-AAAA', registration_request: await startPassword(w) }),
    expect: { error: 'emails.invalid_token' },
  },
  {
    name: '[EM17] the code begins a new password',
    as: 'anonymous',
    call: 'EmailService.StartOpaquePasswordReset',
    request: async (w) => ({
      email: anna(w),
      email_token: await w.mailedCode(anna(w)),
      registration_request: await startPassword(w),
    }),
    expect: { ok: {} },
    keep: { resetId: 'resetId', resetResponse: 'registrationResponse' },
  },
  {
    name: '[EM17] the record ends it',
    as: 'anonymous',
    call: 'EmailService.FinishOpaquePasswordReset',
    request: (w) => ({ reset_id: w.kept.resetId!, registration_upload: finishPassword(w, w.kept.resetResponse!) }),
    expect: { ok: {} },
  },
  {
    name: '[EM17] once',
    as: 'anonymous',
    call: 'EmailService.FinishOpaquePasswordReset',
    request: (w) => ({ reset_id: w.kept.resetId!, registration_upload: finishPassword(w, w.kept.resetResponse!) }),
    expect: { error: 'auth.challenge_expired' },
  },
];

/** Rows in which the member proves an operation by the password. */
function proved(operation: string): Row[] {
  return [
    {
      name: `[EM11] ${operation} is a sensitive operation`,
      as: 'member',
      call: 'UserService.StartSensitiveOperationVerification',
      request: { operation: `SENSITIVE_OPERATION_${operation}` },
      expect: { ok: {} },
      keep: { verification: 'verification_session_id' },
    },
    {
      name: `[EM11] ${operation} is proved by the password`,
      as: 'member',
      call: 'UserService.FinishSensitiveOperationVerification',
      request: (w) => ({ verification_session_id: w.kept.verification!, password }),
      expect: { ok: {} },
      keep: { verificationId: 'verification_id' },
    },
  ];
}

const binding: Row[] = [
  {
    name: '[EM10] an account without an address has none',
    as: 'member',
    call: 'UserService.GetEmail',
    expect: { ok: {} },
  },
  {
    name: '[EM13] and cannot remove one',
    as: 'member',
    call: 'UserService.UnbindEmail',
    request: { verification_id: 'none' },
    expect: { error: 'emails.not_bound' },
  },
  {
    name: '[EM11] to add one they prove who they are',
    as: 'member',
    call: 'UserService.StartEmailBind',
    request: (w) => ({ email: at('member')(w) }),
    expect: { error: 'mfa.verification_invalid' },
  },
  ...proved('EMAIL_BIND'),
  {
    name: '[EM11] then a code goes to the address',
    as: 'member',
    call: 'UserService.StartEmailBind',
    request: (w) => ({ email: at('member')(w), verification_id: w.kept.verificationId! }),
    expect: { ok: {} },
  },
  {
    name: '[EM2] a wrong code confirms nothing',
    as: 'member',
    call: 'UserService.ConfirmEmailBind',
    request: (w) => ({ email: at('member')(w), email_token: 'AAAA-AAAA' }),
    expect: { error: 'emails.invalid_token' },
  },
  {
    name: '[EM10] the code confirms it',
    as: 'member',
    call: 'UserService.ConfirmEmailBind',
    request: async (w) => ({ email: at('member')(w), email_token: await w.mailedCode(at('member')(w)) }),
    expect: { ok: (w) => ({ email: at('member')(w) }) },
  },
  {
    name: '[EM10] and then the account has it',
    as: 'member',
    call: 'UserService.GetEmail',
    expect: { ok: (w) => ({ email: at('member')(w) }) },
  },
  {
    name: '[EM11] the own address is no new one',
    as: 'member',
    call: 'UserService.StartEmailBind',
    request: (w) => ({ email: at('MEMBER')(w) }),
    expect: { error: 'emails.already_bound' },
  },
  {
    name: '[EM11] to change it one proves who one is',
    as: 'member',
    call: 'UserService.StartEmailBind',
    request: (w) => ({ email: at('other')(w) }),
    expect: { error: 'mfa.verification_invalid' },
  },
  {
    name: '[EM13] and to remove it too',
    as: 'member',
    call: 'UserService.UnbindEmail',
    request: { verification_id: 'none' },
    expect: { error: 'mfa.verification_invalid' },
  },
  ...proved('EMAIL_UNBIND'),
  {
    name: '[EM13] with the proof it is removed',
    as: 'member',
    call: 'UserService.UnbindEmail',
    request: (w) => ({ verification_id: w.kept.verificationId! }),
    expect: { ok: {} },
  },
];

export const emailRows: Row[] = [...signUp, ...signIn, ...reset, ...binding];
