import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expect, test, vi } from 'vitest';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { makeLog } from '../kernel/log.ts';
import { makeServerTime } from '../kernel/time/server-time.ts';
import { followDatabaseTime } from './database-time.ts';
import { openDatabase } from './open-database.ts';

/** A database whose clock is `aheadMs` ahead of the machine, and whose answers take `answerMs` on the way back. */
async function follow(aheadMs: number, answerMs: () => number = () => 0) {
  const clock = new FakeClock();
  const time = makeServerTime(clock);
  const database = { aheadMs, isDown: false };
  const db = {
    timeMs: async () => {
      if (database.isDown) throw new Error('down');
      const nowMs = clock.nowMs() + database.aheadMs;
      clock.advance(answerMs());
      return nowMs;
    },
  };
  const log = makeLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const part = followDatabaseTime({ db, clock, time, log });
  await part.start?.();
  /** Advances the clock by a minute of probes. */
  const minute = async () => {
    for (let count = 0; count < 12; count++) {
      clock.advance(5_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const differenceMs = () => time.clock.nowMs() - clock.nowMs();
  return { time, database, warn, minute, differenceMs, part };
}

test('[ST36] a process whose machine is three seconds behind has the time of the database before it serves', async () => {
  const { differenceMs } = await follow(3_000);
  expect(differenceMs()).toBe(3_000);
});

test('[ST36] answers that were delayed on one way count less than fast ones', async () => {
  let count = 0;
  const { differenceMs } = await follow(100, () => (count++ % 3 === 0 ? 2 : 400));
  expect(differenceMs()).toBe(99);
});

test('[ST36] a clock that is set while it runs is followed, and told once', async () => {
  const { database, warn, minute, differenceMs, time } = await follow(0);
  database.aheadMs = -20_000;
  await minute();
  expect(warn).toHaveBeenCalledTimes(1);
  expect(differenceMs()).toBeLessThan(-15_000);
  await minute();
  expect(Math.abs(time.deviationMs())).toBeLessThan(1_000);
  expect(warn).toHaveBeenCalledTimes(1);
});

test('[ST36] while the database is away the time goes on', async () => {
  const { database, minute, differenceMs } = await follow(500);
  database.isDown = true;
  await minute();
  expect(differenceMs()).toBe(500);
});

test('[ST36] replicas whose machines are five seconds apart tell one time', async () => {
  const slow: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() - 5_000 };
  const first = await startTestServer({ followsDatabaseTime: true });
  const second = await startTestServer({ followsDatabaseTime: true, clock: slow, database: first.database });
  const timeOf = async (server: TestServer) =>
    Date.parse((await server.ok({ call: 'PublicService.GetServerTime' })).server_time);
  const before = await timeOf(first);
  const between = await timeOf(second);
  const after = await timeOf(first);
  expect(between).toBeGreaterThanOrEqual(before - 100);
  expect(between).toBeLessThanOrEqual(after + 100);
  await second.stop();
  await first.stop();
});

test('[ST36] a real database tells its time', async () => {
  const log = makeLog('silent');
  const db = openDatabase({ connection: await freshDatabase(), poolSize: 1, log, clock: systemClock });
  // The database runs on the same machine, so its clock is that of this process.
  expect(Math.abs((await db.timeMs()) - Date.now())).toBeLessThan(5_000);
  await db.close();
});
