import { expect, test, vi } from 'vitest';
import type { Api } from '../../../client/calls/api.ts';
import { digitsOf, finishSignIn, isWholeCode } from './finish-sign-in.ts';

vi.mock('../passkeys/ceremonies.ts', () => ({
  askForPasskey: async (options: object) => ({ answerTo: options }),
}));

/** The call that finishes the sign-in, as the server got it. */
async function asked(...[method, typed]: [Parameters<typeof finishSignIn>[1], string]) {
  const calls: [string, object][] = [];
  const call = async (name: string, request: object) => {
    calls.push([name, request]);
    return name === 'AuthService.StartMfaPasskey' ? { options: { challenge: 'c' } } : {};
  };
  await finishSignIn({ call } as unknown as Api, method, 'mfa_1', typed);
  return calls.at(-1);
}

test('[WF3] each way ends with the call of its own', async () => {
  const session = { mfa_session_id: 'mfa_1' };
  expect(await asked('MFA_METHOD_TOTP', ' 123 456 ')).toEqual([
    'AuthService.VerifyMfaTotp',
    { ...session, code: '123456' },
  ]);
  expect(await asked('MFA_METHOD_RECOVERY_CODE', ' abcd-efgh ')).toEqual([
    'AuthService.VerifyMfaRecoveryCode',
    { ...session, recovery_code: 'abcd-efgh' },
  ]);
  expect(await asked('MFA_METHOD_EMAIL', ' XK2 ')).toEqual([
    'AuthService.VerifyMfaEmailCode',
    { ...session, code: 'XK2' },
  ]);
  expect(await asked('MFA_METHOD_WEBAUTHN', '')).toEqual([
    'AuthService.FinishMfaPasskey',
    { ...session, credential: { answerTo: { challenge: 'c' } } },
  ]);
});

test('[WF3] a code is whole with six digits, however an app spaces them', () => {
  expect(digitsOf(' 12 34\t56 ')).toBe('123456');
  expect(['123456', '123 456', ' 123456 '].map(isWholeCode)).toEqual([true, true, true]);
  expect(['12345', '1234567', '12345a', ''].map(isWholeCode)).toEqual([false, false, false, false]);
});
