import { expect, test } from 'vitest';
import { readMailedLink } from './mailed-link.ts';

test('[WE1] a mailed link says what it is for, to whom it went, and its code', () => {
  expect(readMailedLink('#kind=sign_in&email=a%2Bb%40example.org&token=ABCD-EFGH')).toEqual({
    kind: 'sign_in',
    email: 'a+b@example.org',
    token: 'ABCD-EFGH',
  });
});

test.each([
  '',
  '#',
  '#kind=admin&email=a%40example.org&token=ABCD-EFGH',
  '#kind=sign_in&email=anna&token=ABCD-EFGH',
  '#kind=sign_in&email=a%40example.org&token=',
  '#kind=sign_in&email=a%40example.org&token=<script>',
  `#kind=sign_in&email=a%40example.org&token=${'A'.repeat(65)}`,
])('[WE1] %j is none', (hash) => {
  expect(readMailedLink(hash)).toBeUndefined();
});
