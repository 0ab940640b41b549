import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEmailAddress } from '../../../kernel/email-address.ts';
import { isAllowed, mailedLink, maskAddress } from './email-words.ts';

const of = (text: string) => parseEmailAddress(text)!;

test('[EM9] the allow-list takes domains and addresses; off or empty it takes all', () => {
  const list = { enabled: true, entries: ['example.org', 'Bert@Other.test'] };
  expect(isAllowed(of('anna@example.org'), list)).toBe(true);
  expect(isAllowed(of('ANNA@EXAMPLE.ORG'), list)).toBe(true);
  expect(isAllowed(of('bert@other.test'), list)).toBe(true);
  expect(isAllowed(of('anna@other.test'), list)).toBe(false);
  expect(isAllowed(of('anna@sub.example.org'), list)).toBe(false);
  expect(isAllowed(of('anna@evilexample.org'), list)).toBe(false);
  expect(isAllowed(of('anna@other.test'), { ...list, enabled: false })).toBe(true);
  expect(isAllowed(of('anna@other.test'), { enabled: true, entries: [] })).toBe(true);
});

test('[EM10] addresses that differ in case only have one key', () => {
  expect(of('Anna@Example.ORG')).toEqual({ address: 'Anna@example.org', key: 'anna@example.org' });
  expect(of('anna@bücher.example')).toEqual({
    address: 'anna@xn--bcher-kva.example',
    key: 'anna@xn--bcher-kva.example',
  });
  expect(parseEmailAddress(`${'a'.repeat(65)}@example.org`)).toBeUndefined();
  expect(parseEmailAddress('anna..b@example.org')).toBeUndefined();
  expect(parseEmailAddress('anna@127.0.0.1')).toBeUndefined();
  expect(parseEmailAddress('anna@[127.0.0.1]')).toBeUndefined();
});

test('[ML3] whatever is taken as an address has one @, no space and no control character, and stays itself', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress(), fc.stringMatching(/^[a-z@.,;<>"\r\n ]{3,20}$/)),
      (text) => {
        const parsed = parseEmailAddress(text);
        if (!parsed) return;
        expect(parsed.address).toMatch(/^[!-~]+@[a-z0-9.-]+$/);
        expect(parsed.address.split('@').length).toBe(2);
        expect(parsed.address).not.toMatch(/[<>,;:"()\\[\]]/);
        expect(parseEmailAddress(parsed.address)).toEqual(parsed);
      },
    ),
  );
});

test('[EM3] the code of a link stands in the fragment, which is not sent to servers', () => {
  const link = new URL(mailedLink('https://watch.example.org', 'sign_in', 'a+b@example.org', 'ABCD-EFGH'));
  expect(link.search).toBe('');
  expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toEqual({
    kind: 'sign_in',
    email: 'a+b@example.org',
    token: 'ABCD-EFGH',
  });
});

test('a masked address tells its first letter and its domain', () => {
  expect(maskAddress('anna@example.org')).toBe('a***@example.org');
});
