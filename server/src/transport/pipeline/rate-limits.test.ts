import { PublicService } from '@matinee/contract/gen/service/client/public_service_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import type { Principal } from '../../kernel/call.ts';
import type { AppError } from '../../kernel/errors.ts';
import { makeLog } from '../../kernel/log.ts';
import { memoryKeyValue } from '../../store/key-value/memory-key-value.ts';
import { makeRateLimits } from './rate-limits.ts';

/** Reads have a budget of 600 a minute. */
const { getServerInfo } = PublicService.method;
const anybody: Principal = { kind: 'anonymous' };

function makeTest({ share }: { share?: () => number } = {}) {
  const clock = new FakeClock();
  const counter = memoryKeyValue({ clock, log: makeLog('silent') });
  const take = makeRateLimits({ counter, clock, factor: 1, share });
  /** Seconds to wait; 0: the call was allowed. */
  const call = () =>
    take(getServerInfo, { address: '192.0.2.1' }, anybody).then(
      () => 0,
      (cause) => (cause as AppError).details.retryAfterSeconds!,
    );
  /** Makes `times` calls, and counts those that were allowed. */
  const burst = async (times: number) => {
    let passed = 0;
    for (let n = 0; n < times; n++) if ((await call()) === 0) passed++;
    return passed;
  };
  return { clock, call, burst };
}

test('[TR60] a burst at the end of a minute and one at the start of the next are one burst', async () => {
  const { clock, burst } = makeTest();
  // A minute ends between the two bursts, whether minutes count from the first call or by the clock.
  expect(await burst(1)).toBe(1);
  clock.advance(59_900);
  expect(await burst(599)).toBe(599);
  clock.advance(200);
  expect(await burst(600)).toBeLessThanOrEqual(2);
  clock.advance(10_000);
  const free = await burst(600);
  expect(free).toBeGreaterThan(90);
  expect(free).toBeLessThan(110);
});

test('[TR61] whoever waits as long as told passes, and nobody who waits less', async () => {
  const { clock, call, burst } = makeTest();
  await burst(600);
  clock.advance(45_000);
  const waitSeconds = await call();
  expect(waitSeconds).toBeGreaterThan(14);
  expect(waitSeconds).toBeLessThan(17);
  clock.advance((waitSeconds - 1) * 1000);
  expect(await call()).toBe(1);
  clock.advance(1000);
  expect(await call()).toBe(0);
  // In the next minute the budget allows ten more calls each second.
  await burst(600);
  expect(await call()).toBe(1);
  clock.advance(1000);
  expect(await call()).toBe(0);
});

test('[TR62] refused calls take nothing: who goes on asking is let in as soon as who waits', async () => {
  const { clock, burst } = makeTest();
  await burst(5_000);
  clock.advance(90_000);
  expect(await burst(1_000)).toBe(300);
});

test('[TR63] a replica that counts alone gives out its share of a budget, and at least one call', async () => {
  let replicas = 2;
  const { clock, burst } = makeTest({ share: () => 1 / replicas });
  expect(await burst(700)).toBe(300);
  clock.advance(120_000);
  replicas = 1_000;
  expect(await burst(10)).toBe(1);
});
