import { expect, test } from 'vitest';
import { makeRedact } from './redact.ts';

const level = (values: Record<string, unknown>) => ({ origin: 'test', values });

test('[DOC5] known secrets are hidden wherever they stand, also inside of names and addresses', () => {
  const redact = makeRedact(
    [
      level({
        'jwt.secret': 'first/secret+of it',
        'redis.url': 'redis://me:pass%2Fword@host',
        'jwt.secrett': 'misspelled',
      }),
    ],
    { SMTP_PASSWORD: 'of-the-environment', HOME: '/home/anna' },
    ['kept-in-the-folder'],
  );
  const text = [
    'a first/secret+of it b, first%2Fsecret%2Bof%20it',
    '/backups/kept-in-the-folder.zip',
    'pass/word pass%2Fword misspelled of-the-environment',
    '/home/anna',
  ].join('\n');
  expect(redact(text)).toBe(
    ['a [secret] b, [secret]', '/backups/[secret].zip', '[secret] [secret] [secret] [secret]', '/home/anna'].join('\n'),
  );
});

test('[DOC5] so are passwords in settings that are written at the first start', () => {
  const settings = { 'email.smtpCredentials': { username: 'anna', password: 'of-the-mail' }, 'server.name': 'Cinema' };
  const redact = makeRedact([level({ 'bootstrap.settings': settings })], {}, []);
  expect(redact('of-the-mail in Cinema')).toBe('[secret] in Cinema');
});

test.each([
  ['postgres://me:hidden@host/db', 'postgres://[secret]@host/db'],
  ['authorization: Bearer abc.def-ghi', 'authorization: Bearer [secret]'],
  ['GET /x?token=abcdefgh&a=1', 'GET /x?token=[secret]&a=1'],
  ['{"password": "abc def", "name": "anna"}', '{"password": "[secret]", "name": "anna"}'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c3IifQ.c2lnbmF0dXJl', '[secret]'],
])('[DOC5] what looks like a secret is hidden: %s', (text, shown) => {
  expect(makeRedact([], {}, [])(text)).toBe(shown);
});
