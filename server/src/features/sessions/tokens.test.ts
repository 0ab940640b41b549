import { FakeClock } from '@matinee/testkit/fake-clock.ts';
import { expect, test } from 'vitest';
import { accessTokenSeconds, makeAccessTokens } from './tokens.ts';

const secret = 'a secret that is as long as the one of a server has to be';

test('[SE8] a token that was seen before ends as one that was not', async () => {
  const clock = new FakeClock();
  const tokens = makeAccessTokens(secret, clock);
  const { token, expiresAtMs } = await tokens.issue('usr_1', 'ses_1');
  expect(tokens.read(token)).toEqual({ userId: 'usr_1', sessionId: 'ses_1', expiresAtMs });
  clock.advance(accessTokenSeconds * 1000);
  expect(() => tokens.read(token)).toThrow(expect.objectContaining({ reason: 'auth.expired_token' }));
  expect(() => tokens.read(token)).toThrow(expect.objectContaining({ reason: 'auth.expired_token' }));
});

test('[SE8] a changed byte of a token that was seen before is refused', async () => {
  const tokens = makeAccessTokens(secret, new FakeClock());
  const { token } = await tokens.issue('usr_1', 'ses_1');
  tokens.read(token);
  const last = token.at(-3) === 'A' ? 'B' : 'A';
  const changed = `${token.slice(0, -3)}${last}${token.slice(-2)}`;
  expect(() => tokens.read(changed)).toThrow(expect.objectContaining({ reason: 'auth.invalid_token' }));
});
