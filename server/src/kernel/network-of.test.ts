import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test('[PW4] addresses of one IPv6 network count as one, others and IPv4 by themselves', () => {
  const one = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0DB8:1:2:0:0:0:9', '2001:db8:1:2::1%eth0'];
  expect(new Set(one.map(networkOf))).toEqual(new Set(['2001:db8:1:2::/64']));
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
  expect(['192.0.2.1', '192.0.2.2', '', 'management socket'].map(networkOf)).toEqual([
    '192.0.2.1',
    '192.0.2.2',
    '',
    'management socket',
  ]);
});
