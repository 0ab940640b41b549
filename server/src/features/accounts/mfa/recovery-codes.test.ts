import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemRandom } from '../../../kernel/random.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

const codes = makeRecoveryCodes('a secret of the server that never changes', systemRandom);

test('[MF11] a set has ten different codes of letters and digits that nobody confuses', () => {
  const seen = new Set<string>();
  for (let n = 0; n < 200; n++) {
    const set = codes.make();
    expect(new Set(set).size).toBe(10);
    for (const code of set) {
      expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/);
      for (const character of code) seen.add(character);
    }
  }
  expect([...seen].sort().join('')).toBe('-23456789ABCDEFGHJKLMNPQRSTUVWXYZ');
});

test('[MF12] a code is the same in any case, with any spaces and dashes', () => {
  const [code] = codes.make();
  const hash = codes.hash('usr_a', code!)!;
  const plain = code!.replaceAll('-', '');
  for (const typed of [plain, plain.toLowerCase(), ` ${code} `, code!.replaceAll('-', ' – '), [...plain].join(' ')])
    expect(codes.hash('usr_a', typed)?.equals(hash), typed).toBe(true);
});

test('[MF11] hashes differ by user, by code and by the secret of the server', () => {
  const [one, two] = codes.make();
  const hashes = [
    codes.hash('usr_a', one!),
    codes.hash('usr_b', one!),
    codes.hash('usr_a', two!),
    makeRecoveryCodes('another secret', systemRandom).hash('usr_a', one!),
  ].map((hash) => hash!.toString('hex'));
  expect(new Set(hashes).size).toBe(4);
});

test('[MF12] what is no code has no hash, whatever it is', () => {
  for (const typed of ['', 'AAAA-BBBB', 'AAAA-BBBB-CCCO', 'AAAA-BBBB-CCC1', 'AAAA-BBBB-CCCC-D'])
    expect(codes.hash('usr_a', typed), typed).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 64 }), (typed) => {
      const hash = codes.hash('usr_a', typed);
      expect(hash === undefined || hash.length === 32).toBe(true);
    }),
  );
});
