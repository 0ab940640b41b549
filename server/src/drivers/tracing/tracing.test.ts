import { once } from 'node:events';
import { freePort } from '@matinee/testkit/outside/nginx.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import { makeLog } from '../../kernel/log.ts';
import { type FakeCollector, startFakeCollector, takes } from './collector.fake.ts';
import { makeTracing, traceUrl } from './tracing.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';

let collector: FakeCollector;
let lines: { level: number; msg: string }[];
const stops: (() => unknown)[] = [];
beforeEach(async () => {
  collector = await startFakeCollector();
  lines = [];
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await collector.stop();
});

function open({ endpoint = collector.url, ratio = 1, authorization = undefined as string | undefined } = {}) {
  const log = makeLog('info', { destination: { write: (text: string) => lines.push(JSON.parse(text)) } as never });
  const about = { version: '1.2.3', instanceId: 'one', clock: systemClock, log, sendEveryMs: 20 };
  const { tracer, part } = makeTracing({ endpoint, ratio, authorization, ...about });
  const stop = () => part.stop!(new AbortController().signal);
  stops.push(stop);
  const call = (name: string, traceparent?: string) => tracer.begin(name, 1_000.5, traceparent)?.end(1_002.75, {});
  return { tracer, call, stop };
}

describe('a span', () => {
  test('[TC1] has its times, its parts and how it ended', async () => {
    const { tracer } = open({ authorization: 'Bearer abc' });
    const span = tracer.begin('RoomService.GetRoom', 1_000.5, undefined)!;
    span.part('SELECT', 1_001, 1_002, { 'db.query.text': 'select 1' });
    span.end(1_002.75, { 'matinee.transport': 'rest' }, 'internal');
    await expect.poll(() => collector.spans()).toHaveLength(2);
    const [part, call] = collector.spans();
    expect(call).toMatchObject({ name: 'RoomService.GetRoom', status: { code: 2 } });
    expect(call).toMatchObject({ startTimeUnixNano: '1000500000', endTimeUnixNano: '1002750000' });
    expect(part).toMatchObject({ name: 'SELECT', traceId: call!.traceId, parentSpanId: call!.spanId });
    expect(collector.requests).toEqual([{ path: '/v1/traces', authorization: 'Bearer abc' }]);
  });

  test('[TC2] goes on with the trace of the caller', async () => {
    open().call('a', `00-${traceId}-${parentId}-01`);
    await expect.poll(() => collector.spans()).toMatchObject([{ traceId, parentSpanId: parentId }]);
  });

  test('[TC2] is not made where the caller does not trace, whatever the share', () => {
    const { tracer } = open();
    expect(tracer.begin('a', 1, `00-${traceId}-${parentId}-00`)).toBeUndefined();
    expect(open({ ratio: 0 }).tracer.begin('a', 1, undefined)).toBeUndefined();
    expect(open({ ratio: 0 }).tracer.begin('a', 1, `00-${traceId}-${parentId}-01`)).toBeDefined();
  });

  test.each([
    ['', 'empty'],
    [`00-${'0'.repeat(32)}-${parentId}-01`, 'no trace'],
    [`00-${traceId}-${'0'.repeat(16)}-01`, 'no parent'],
    [`ff-${traceId}-${parentId}-01`, 'a version that is not one'],
    [`00-${traceId}-${parentId}-01-more`, 'more than its version has'],
    [`00-${traceId.toUpperCase()}-${parentId}-01`, 'capitals'],
    [`00-${traceId}-${parentId}-01, 00-${traceId}-${parentId}-01`, 'two of them'],
    ['x'.repeat(100_000), 'long'],
  ])('[TC2] begins a trace of its own where the header is bad: %#', async (header) => {
    open().call('a', header);
    await expect.poll(() => collector.spans()).toHaveLength(1);
    const [span] = collector.spans();
    expect(span!.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(span!.traceId).not.toBe(traceId);
    expect(span!.parentSpanId).toBeUndefined();
  });

  test('[TC5] has at most 128 parts, and says how many were left out', async () => {
    const span = open().tracer.begin('a', 1, undefined)!;
    for (let n = 0; n < 130; n++) span.part('SELECT', 1, 2, {});
    span.end(3, {});
    await expect.poll(() => collector.spans().length).toBe(129);
    const [call] = collector.spans().filter(({ name }) => name === 'a');
    expect(call!.attributes).toEqual([{ key: 'matinee.left_out', value: { intValue: 2 } }]);
  });
});

describe('a collector', () => {
  const warnings = () => lines.filter(({ level }) => level === 40);

  test('[TC4] that is away is told once, and once when it is back', async () => {
    const port = await freePort();
    const away = open({ endpoint: `http://127.0.0.1:${port}` });
    away.call('a');
    await expect.poll(warnings).toMatchObject([{ msg: expect.stringContaining('traces cannot be sent') }]);
    let refused = 0;
    collector.answer = (response) => {
      refused += 1;
      response.writeHead(503).end('no');
    };
    const { call } = open();
    const before = warnings().length;
    call('b');
    await expect.poll(() => refused).toBe(1);
    call('c');
    await expect.poll(() => refused).toBe(2);
    expect(warnings()).toHaveLength(before + 1);
    collector.answer = takes;
    call('d');
    await expect.poll(() => lines.at(-1)).toMatchObject({ msg: 'traces are sent again' });
  });

  test('[TC4] that answers without end is left, and the next request is made', async () => {
    let isClosed = false;
    let sent = 0;
    collector.answer = (response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(1_048_576);
      const more = () => {
        while (!response.destroyed && sent < 1_000) {
          sent += 1;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      void once(response, 'close').then(() => {
        isClosed = true;
      });
      more();
    };
    const { call } = open();
    call('a');
    await expect.poll(() => isClosed).toBe(true);
    // What the sockets between hold is far less than the gigabyte that it wants to send.
    expect(sent).toBeLessThan(64);
    collector.answer = takes;
    call('b');
    await expect.poll(() => collector.spans().map(({ name }) => name)).toContain('b');
  });

  test('[TC4] [TC5] that does not answer holds up neither calls nor the stop, and the queue is bounded', async () => {
    collector.answer = () => undefined;
    const { call, stop } = open();
    call('first');
    await expect.poll(() => collector.bodies.length).toBe(1);
    for (let n = 0; n < 5_000; n++) call('more');
    collector.answer = takes;
    await stop();
    expect(collector.spans().filter(({ name }) => name === 'more').length).toBeLessThanOrEqual(2_048);
  });
});

test('[TC6] an address without a path gets the usual one', () => {
  expect(traceUrl('http://localhost:4318')).toBe('http://localhost:4318/v1/traces');
  expect(traceUrl('https://traces.example.org/otlp/v1/traces?tenant=a')).toBe(
    'https://traces.example.org/otlp/v1/traces?tenant=a',
  );
});
