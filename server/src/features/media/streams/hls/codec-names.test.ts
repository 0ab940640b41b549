import { expect, test } from 'vitest';
import { aacName, av1Name, avcName, hevcName, vp9Name } from './codec-names.ts';

test('[LS36] what is in a stream is named as RFC 6381 says', () => {
  expect(avcName(Buffer.from('0164001fff', 'hex'))).toBe('avc1.64001f');
  expect(hevcName(Buffer.from('0101600000009000000000005df0', 'hex'))).toBe('hvc1.1.6.L93.90');
  expect(hevcName(Buffer.from('0122200000009000000000007800', 'hex'))).toBe('hvc1.2.4.H120.90');
  expect(aacName(Buffer.from('1210', 'hex'))).toBe('mp4a.40.2');
  expect(aacName(Buffer.from('2b92', 'hex'))).toBe('mp4a.40.5');
  expect(av1Name(Buffer.from('81050c00', 'hex'))).toBe('av01.0.05M.08');
  expect(av1Name(Buffer.from('812dc000', 'hex'))).toBe('av01.1.13H.10');
  expect(vp9Name(Buffer.from('021fa20101010000', 'hex'))).toBe('vp09.02.31.10');
  expect([av1Name(Buffer.of(0x81)), vp9Name(Buffer.alloc(7))]).toEqual([undefined, undefined]);
  expect([avcName(Buffer.alloc(3)), hevcName(Buffer.alloc(12)), aacName(Buffer.alloc(1))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
