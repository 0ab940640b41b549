import { expect, test } from 'vitest';
import { aacName, avcName, hevcName } from './codec-names.ts';

test('[LS36] what is in a stream is named as RFC 6381 says', () => {
  expect(avcName(Buffer.from('0164001fff', 'hex'))).toBe('avc1.64001f');
  expect(hevcName(Buffer.from('0101600000009000000000005df0', 'hex'))).toBe('hvc1.1.6.L93.90');
  expect(hevcName(Buffer.from('0122200000009000000000007800', 'hex'))).toBe('hvc1.2.4.H120.90');
  expect(aacName(Buffer.from('1210', 'hex'))).toBe('mp4a.40.2');
  expect(aacName(Buffer.from('2b92', 'hex'))).toBe('mp4a.40.5');
  expect([avcName(Buffer.alloc(3)), hevcName(Buffer.alloc(12)), aacName(Buffer.alloc(1))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
