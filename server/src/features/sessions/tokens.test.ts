import { FakeClock } from '@matinee/testkit/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeAccessTokens } from './tokens.ts';

const secret = 'a secret that is as long as the one of a server has to be';

test('[SE8] a token with a changed byte is refused', async () => {
  const tokens = makeAccessTokens(secret, new FakeClock());
  const { token } = await tokens.issue('usr_1', 'ses_1');
  expect(tokens.read(token)).toMatchObject({ userId: 'usr_1', sessionId: 'ses_1' });
  const last = token.at(-3) === 'A' ? 'B' : 'A';
  const changed = `${token.slice(0, -3)}${last}${token.slice(-2)}`;
  expect(() => tokens.read(changed)).toThrow(expect.objectContaining({ reason: 'auth.invalid_token' }));
});
