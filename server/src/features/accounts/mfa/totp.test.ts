import { expect, test } from 'vitest';
import { systemRandom } from '../../../kernel/random.ts';
import { makeTotpSecret, otpauthUri, stepOf } from './totp.ts';

/** `12345678901234567890` in base32: the secret of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** RFC 6238, appendix B, SHA-1: seconds since 1970 and the last six of the eight digits. */
const vectors: [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

test.each(vectors)('[MF9] at %i s the code of RFC 6238 is right, for its step', (seconds, code) => {
  expect(stepOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test.each(vectors)(
  '[MF9] the code of %i s is right one step earlier and later, and wrong two steps off',
  (seconds, code) => {
    const step = Math.floor(seconds / 30);
    const startMs = step * 30_000;
    expect(stepOf(secret, code, startMs - 30_000)).toBe(step);
    expect(stepOf(secret, code, startMs - 30_001)).toBeUndefined();
    expect(stepOf(secret, code, startMs + 59_999)).toBe(step);
    expect(stepOf(secret, code, startMs + 60_000)).toBeUndefined();
  },
);

test('[MF9] what is no code is wrong', () => {
  for (const code of ['', '28708', '2870822', 'abcdef', '28 7082'])
    expect(stepOf(secret, code, 59_000)).toBeUndefined();
});

test('[MF7] a secret has 160 bits and is in the URI unchanged, with all parameters', () => {
  const made = makeTotpSecret(systemRandom);
  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeTotpSecret(systemRandom)).not.toBe(made);
  const uri = new URL(otpauthUri(made, 'My cinema: downstairs', 'anna'));
  expect(uri.href.startsWith('otpauth://totp/')).toBe(true);
  expect(decodeURIComponent(uri.pathname)).toContain('anna');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'My cinema: downstairs',
    secret: made,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
