/** Mailed codes, as a second factor and before sensitive operations. */
import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';

const password = 'Correct-horse-7';
const address = (w: World) => `codes.${w.room.slice(-12)}@example.org`;

const begin = (operation: string): Row => ({
  name: `a verification begins for ${operation}`,
  as: 'member',
  call: 'UserService.StartSensitiveOperationVerification',
  request: { operation: `SENSITIVE_OPERATION_${operation}` },
  expect: { ok: {} },
  keep: { session: 'verification_session_id' },
});

export const emailCodeRows: Row[] = [
  begin('EMAIL_BIND'),
  {
    name: 'the password proves it',
    as: 'member',
    call: 'UserService.FinishSensitiveOperationVerification',
    request: (w) => ({ verification_session_id: w.kept.session!, password }),
    expect: { ok: {} },
    keep: { bindId: 'verification_id' },
  },
  {
    name: 'a code goes to the address',
    as: 'member',
    call: 'UserService.StartEmailBind',
    request: (w) => ({ email: address(w), verification_id: w.kept.bindId! }),
    expect: { ok: {} },
  },
  {
    name: 'and confirms it',
    as: 'member',
    call: 'UserService.ConfirmEmailBind',
    request: async (w) => ({ email: address(w), email_token: await w.mailedCode(address(w)) }),
    expect: { ok: {} },
  },
  begin('TWO_FACTOR_ENABLE'),
  {
    name: '[EM8] a code is mailed before something sensitive',
    as: 'member',
    call: 'UserService.RequestSensitiveOperationEmailCode',
    request: (w) => ({ verification_session_id: w.kept.session! }),
    expect: { ok: (w) => ({ masked_email: `c***@${address(w).split('@')[1]}` }) },
  },
  {
    name: '[EM8] another one proves nothing',
    as: 'member',
    call: 'UserService.FinishSensitiveOperationVerification',
    request: (w) => ({ verification_session_id: w.kept.session!, email_code: 'AAAA-AAAA' }),
    expect: { error: 'mfa.wrong_proof' },
  },
  {
    name: '[MF15] the mailed one does',
    as: 'member',
    call: 'UserService.FinishSensitiveOperationVerification',
    request: async (w) => ({
      verification_session_id: w.kept.session!,
      email_code: await w.mailedCode(address(w)),
    }),
    expect: { ok: {} },
    keep: { verificationId: 'verification_id' },
  },
  {
    name: '[MF20] password and address are two factors',
    as: 'member',
    call: 'UserService.SetTwoFactorEnabled',
    request: (w) => ({ enabled: true, verification_id: w.kept.verificationId! }),
    expect: { ok: { two_factor_enabled: true } },
  },
  {
    name: '[MF2] then the password is not enough',
    as: 'anonymous',
    call: 'AuthService.LoginWithDirectPassword',
    request: (w) => ({ username: w.member.username, password }),
    expect: { ok: { mfa: { required: true, available_methods: ['MFA_METHOD_EMAIL'] } } },
    keep: { mfaSession: 'mfa.session_id' },
  },
  {
    name: '[EM8] a code is mailed for this login',
    as: 'anonymous',
    call: 'AuthService.RequestMfaEmailCode',
    request: (w) => ({ mfa_session_id: w.kept.mfaSession! }),
    expect: { ok: (w) => ({ masked_email: `c***@${address(w).split('@')[1]}` }) },
  },
  {
    name: '[EM8] another one is refused',
    as: 'anonymous',
    call: 'AuthService.VerifyMfaEmailCode',
    request: (w) => ({ mfa_session_id: w.kept.mfaSession!, code: 'AAAA-AAAA' }),
    expect: { error: 'mfa.wrong_code' },
  },
  {
    name: '[EM8] the mailed one signs in',
    as: 'anonymous',
    call: 'AuthService.VerifyMfaEmailCode',
    request: async (w) => ({ mfa_session_id: w.kept.mfaSession!, code: await w.mailedCode(address(w)) }),
    expect: { ok: (w) => ({ user: { id: w.member.id }, mfa: { required: false } }) },
  },
];
