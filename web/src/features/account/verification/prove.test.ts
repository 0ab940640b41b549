import { expect, test, vi } from 'vitest';
import type { Api } from '../../../client/calls/api.ts';
import { prove } from './prove.ts';

vi.mock('../passkeys/ceremonies.ts', () => ({
  askForPasskey: async (options: object) => ({ answerTo: options }),
}));
vi.mock('../passwords/passwords.port.ts', () => ({
  provePassword: async (password: string, ask: (request: string) => Promise<string>) =>
    `${password} proved to ${await ask('request')}`,
}));

/** The id from `prove`, and what the server was shown for it. */
async function proved(...[method, typed]: [Parameters<typeof prove>[1], string]) {
  let shown = {};
  const call = async (name: string, request: object) => {
    if (name === 'UserService.StartSensitiveOperationOpaque') return { credential_response: 'response' };
    if (name === 'UserService.StartSensitiveOperationPasskey') return { options: { challenge: 'c' } };
    shown = request;
    return { verification_id: 'ver_1' };
  };
  const id = await prove({ call } as unknown as Api, method, 'session_1', typed);
  return { id, ...shown };
}

test.each([
  ['VERIFICATION_METHOD_TOTP', '123 456', { totp_code: '123456' }],
  ['VERIFICATION_METHOD_EMAIL', ' XK2 ', { email_code: 'XK2' }],
  ['VERIFICATION_METHOD_RECOVERY_CODE', 'abcd-efgh', { recovery_code: 'abcd-efgh' }],
  ['VERIFICATION_METHOD_PASSWORD', 'Secret 1', { credential_finalization: 'Secret 1 proved to response' }],
  ['VERIFICATION_METHOD_WEBAUTHN', '', { passkey: { answerTo: { challenge: 'c' } } }],
] as const)('%s is proved by what it takes, and nothing else', async (method, typed, proof) => {
  expect(await proved(method, typed)).toEqual({ id: 'ver_1', verification_session_id: 'session_1', ...proof });
});
