import { expect, test } from 'vitest';
import { systemRandom } from './random.ts';
import { makeSealer, SealError } from './sealing.ts';

const key = '00112233445566778899aabbccddeeff'.repeat(2);
const sealer = makeSealer(key, systemRandom);

test('[RS18] what was sealed opens again, and no two seals are alike', () => {
  const sealed = sealer.seal('a long sentence ä🎬', 'here');
  expect(sealer.open(sealed, 'here')).toBe('a long sentence ä🎬');
  expect(sealer.seal('a long sentence ä🎬', 'here')).not.toBe(sealed);
  expect(sealed).not.toContain('sentence');
  expect(makeSealer(key.toUpperCase(), systemRandom).open(sealed, 'here')).toBe('a long sentence ä🎬');
});

test('[RS18] another context, another key and every changed byte are refused', () => {
  const sealed = sealer.seal('secret', 'here');
  expect(() => sealer.open(sealed, 'there')).toThrow(SealError);
  expect(() => makeSealer(`f${key.slice(1)}`, systemRandom).open(sealed, 'here')).toThrow(/another key/);
  const [version, id, nonce, body] = sealed.split('.') as [string, string, string, string];
  const bytes = Buffer.from(body, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(() => sealer.open([version, id, nonce, changed.toString('base64url')].join('.'), 'here')).toThrow(SealError);
  }
  for (const bad of [
    '',
    'v1',
    `${sealed}=`,
    `v2.${id}.${nonce}.${body}`,
    `v1.${id}.${nonce}.`,
    `v1.${id}..${body}`,
    `${sealed}.x`,
  ])
    expect(() => sealer.open(bad, 'here'), bad).toThrow(SealError);
});

test('[RS18] a key has 64 hexadecimal characters', () => {
  for (const bad of ['', key.slice(1), `${key.slice(1)}g`]) expect(() => makeSealer(bad, systemRandom)).toThrow('64');
});
