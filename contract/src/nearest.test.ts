import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const names = ['rtmp.advertiseAddress', 'room.passwordPolicy', 'server.name', 'a'];

test.each([
  ['rtmp.advertisedAddress', 'rtmp.advertiseAddress'],
  ['rtmp.advertise_address', 'rtmp.advertiseAddress'],
  ['SERVER.NAME', 'server.name'],
  ['server.nmae', 'server.name'],
  ['ab', 'a'],
  ['passwordPolicy', 'room.passwordPolicy'],
  ['nothing.alike', undefined],
  ['x'.repeat(100_000), undefined],
  ['', undefined],
])('%.40s is taken for %s', (name, meant) => {
  expect(nearest(name, names)).toBe(meant);
});
