import { expect, test } from 'vitest';
import type { Pending } from './pending.ts';
import { readReturned } from './provider-return.ts';

const pending: Pending = { state: 's1', provider: 'github', name: 'GitHub', isLinking: false, returnTo: '/' };
const read = (query: string) => readReturned(new URLSearchParams(query), pending);

test('[WO2] what this tab did not begin goes nowhere', () => {
  expect(readReturned(new URLSearchParams('code=c&state=s2'), undefined)).toEqual({ kind: 'foreign' });
});

test('a code goes to the server, with what some providers add', () => {
  expect(read('code=c&state=s1')).toMatchObject({
    kind: 'granted',
    exchange: { provider: 'github', code: 'c', state: 's1', iss: '', user: '' },
  });
  expect(read('code=c&iss=https%3A%2F%2Fid.test&user=%7B%7D')).toMatchObject({
    exchange: { iss: 'https://id.test', user: '{}' },
  });
});

test.each(['access_denied', 'user_cancelled_authorize'])('[WO4] %s is a person who said no', (error) => {
  expect(read(`error=${error}`)).toEqual({ kind: 'cancelled', pending });
});

test('[WO4] another error is the word of the provider, and is not believed with a code beside it', () => {
  expect(read('error=server_error&code=c')).toMatchObject({ kind: 'refused', error: 'server_error' });
  expect(read('state=s1')).toMatchObject({ kind: 'refused', error: 'no code' });
  expect(read(`error=${'x'.repeat(500)}`)).toMatchObject({ error: 'x'.repeat(60) });
});
