import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeAccessTokens } from './tokens.ts';

const secret = 'a secret that is as long as the one of a server has to be';

test('[SE8] a token with a changed byte is refused', async () => {
  const tokens = makeAccessTokens(secret, new FakeClock());
  const { token } = await tokens.issue('usr_1', 'ses_1');
  expect(tokens.read(token)).toMatchObject({ userId: 'usr_1', sessionId: 'ses_1' });
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A';
    const changed = `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
    expect(() => tokens.read(changed), changed).toThrow(expect.objectContaining({ reason: 'auth.invalid_token' }));
  }
});
