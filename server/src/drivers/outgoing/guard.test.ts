import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { makeOutgoingGuard, OutgoingRefused } from './guard.ts';

const strict = makeOutgoingGuard([]);

test.each([
  ['8.8.8.8'],
  ['1.1.1.1'],
  ['172.32.0.1'],
  ['2606:4700:4700::1111'],
  ['2a00:1450:4001:80b::200e'],
  ['64:ff9b::808:808'],
])('%s is public', (address) => {
  expect(strict.allows(address)).toBe(true);
});

/** RFC 6890, sections 2.2.2 and 2.2.3, and addresses that contain an IPv4 address. */
test.each([
  ['0.0.0.0'],
  ['0.1.2.3'],
  ['10.0.0.1'],
  ['100.64.0.1'],
  ['127.0.0.1'],
  ['127.255.255.254'],
  ['168.63.129.16'],
  ['169.254.169.254'],
  ['172.16.0.1'],
  ['172.31.255.255'],
  ['192.0.0.8'],
  ['192.0.2.1'],
  ['192.168.1.1'],
  ['198.18.0.1'],
  ['198.51.100.1'],
  ['203.0.113.1'],
  ['224.0.0.1'],
  ['240.0.0.1'],
  ['255.255.255.255'],
  ['::'],
  ['::1'],
  ['::7f00:1'],
  ['::808:808'],
  ['::ffff:127.0.0.1'],
  ['::ffff:8.8.8.8'],
  ['::ffff:0:127.0.0.1'],
  ['64:ff9b::7f00:1'],
  ['64:ff9b::a9fe:a9fe'],
  ['64:ff9b:1::1'],
  ['100::1'],
  ['2001::1'],
  ['2001:db8::1'],
  ['2002:7f00:1::1'],
  ['3fff::1'],
  ['fc00::1'],
  ['fd12:3456::1'],
  ['fe80::1'],
  ['fe80::1%lo'],
  ['fec0::1'],
  ['ff02::1'],
  ['4000::1'],
  ['localhost'],
  ['127.1'],
  [''],
])('%s is refused', (address) => {
  expect(strict.allows(address)).toBe(false);
});

test('listed networks and addresses are allowed, their neighbours are not', () => {
  const guard = makeOutgoingGuard(['10.1.0.0/16', '127.0.0.1', 'fd00::/8']);
  expect(['10.1.2.3', '127.0.0.1', 'fd99::1'].map(guard.allows)).toEqual([true, true, true]);
  expect(['10.2.0.1', '127.0.0.2', 'fc00::1', '::ffff:127.0.0.1'].map(guard.allows)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  // The guard judges a translated address by the address that it stands for.
  expect(guard.allows('64:ff9b::a01:203')).toBe(true);
});

test('what is no network is refused by name', () => {
  expect(() => makeOutgoingGuard(['10.0.0.0/8', 'intranet'])).toThrow(/intranet is neither a network/);
  expect(() => makeOutgoingGuard(['10.0.0.0/33'])).toThrow(/10\.0\.0\.0\/33/);
});

test('literals are checked with and without brackets, names pass', () => {
  expect(() => strict.checkLiteral('127.0.0.1')).toThrow(OutgoingRefused);
  expect(() => strict.checkLiteral('[::1]')).toThrow(OutgoingRefused);
  expect(() => strict.checkLiteral('::1')).toThrow(OutgoingRefused);
  strict.checkLiteral('8.8.8.8');
  strict.checkLiteral('localhost');
});

test('a connection to a name is made to what was checked, or not at all', async () => {
  const server = createServer((_, answer) => answer.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const attempt = (guard: typeof strict, host: string) =>
    new Promise<string>((resolve) => {
      const socket = connect({ host, port, lookup: guard.lookup });
      socket.once('connect', () => resolve('connected')).once('error', ({ name }) => resolve(name));
      socket.once('connect', () => socket.destroy());
    });
  try {
    expect(await attempt(strict, 'localhost')).toBe('OutgoingRefused');
    // Other spellings of 127.0.0.1. `net.connect` does not treat them as literals.
    for (const host of ['127.1', '0x7f000001', '2130706433']) expect(await attempt(strict, host)).not.toBe('connected');
    expect(await attempt(makeOutgoingGuard(['127.0.0.0/8']), 'localhost')).toBe('connected');
  } finally {
    server.close();
  }
});
