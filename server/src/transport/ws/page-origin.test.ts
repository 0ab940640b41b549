import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test, vi } from 'vitest';
import type { Log } from '../../kernel/log.ts';
import { makePageOrigins } from './page-origin.ts';

const proxy = '10.0.0.2';

function make() {
  const warn = vi.fn();
  const clock = new FakeClock();
  const origins = makePageOrigins({
    allowed: () => ['https://app.example'],
    isTrustedProxy: (peer) => peer === proxy,
    clock,
    log: { warn } as unknown as Log,
  });
  const isRefused = (headers: IncomingHttpHeaders, remoteAddress = '203.0.113.1') => {
    try {
      origins.check({ headers, socket: { remoteAddress } } as IncomingMessage);
      return false;
    } catch (cause) {
      expect(cause).toMatchObject({ reason: 'realtime.wrong_origin', httpStatus: 403 });
      return true;
    }
  };
  return { origins, isRefused, warn, clock };
}

const page = 'https://watch.example:8443';

test.each<[string, IncomingHttpHeaders]>([
  ['a program that is no browser', { host: 'watch.example' }],
  ['a page of the same host and port', { origin: page, host: 'watch.example:8443' }],
  ['a page of the same host, written in capitals', { origin: page, host: 'WATCH.example:8443' }],
  [
    'a page of the same host, whose usual port is named',
    { origin: 'https://watch.example', host: 'watch.example:443' },
  ],
  ['a page of another site that the operator has named', { origin: 'https://app.example', host: 'watch.example' }],
])('[RT24] %s may connect', (_, headers) => {
  expect(make().isRefused(headers)).toBe(false);
});

test.each<[string, IncomingHttpHeaders]>([
  ['another port', { origin: page, host: 'watch.example' }],
  ['another site', { origin: 'https://evil.example', host: 'watch.example:8443' }],
  ['nowhere', { origin: 'null', host: 'null' }],
  ['a host with somebody in front of it', { origin: 'https://evil.example', host: 'evil.example@watch.example' }],
])('[RT24] a page of %s is refused', (_, headers) => {
  expect(make().isRefused(headers)).toBe(true);
});

test.each<[string, IncomingHttpHeaders]>([
  ['X-Forwarded-Host', { 'x-forwarded-host': 'watch.example:8443' }],
  ['the first of several', { 'x-forwarded-host': 'watch.example:8443, inner.example' }],
  ['Forwarded', { forwarded: 'for=192.0.2.1;host="watch.example:8443";proto=https, for=10.0.0.3;host=inner' }],
])('[RT24] a trusted proxy says by %s for whom it asks, and nobody else does', (_, headers) => {
  const { isRefused } = make();
  const request = { origin: page, host: '127.0.0.1:8080', ...headers };
  expect([isRefused(request, proxy), isRefused(request)]).toEqual([false, true]);
});

test('[RT24] each pair of origin and host is logged once, and the operator is told of the last one and how many', () => {
  const { origins, isRefused, warn, clock } = make();
  expect(origins.refused()).toEqual({ count: 0, last: undefined });
  for (const host of ['watch.example', 'watch.example', 'other.example']) isRefused({ origin: page, host });
  expect(warn.mock.calls.map(([facts]) => facts)).toEqual([
    { origin: page, host: 'watch.example' },
    { origin: page, host: 'other.example' },
  ]);
  expect(origins.refused()).toEqual({ count: 3, last: { origin: page, host: 'other.example', atMs: clock.nowMs() } });
  isRefused({ origin: `https://${'x'.repeat(5_000)}.example`, host: 'h'.repeat(5_000) });
  expect(JSON.stringify(origins.refused()).length).toBeLessThan(600);
});
