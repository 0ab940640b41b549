import { type Clock, pause } from '../../../kernel/clock.ts';
import { networkOf } from '../../../kernel/network-of.ts';
import { type Random, secretText } from '../../../kernel/random.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import type { Attempt, Lockout } from './lockout.ts';
import { type Counted, makePlaces } from './places.ts';

/**
 * After this time, in milliseconds, an attempt that the server verifies counts as failed: its process must have died.
 */
const verifyMs = 60_000;
/**
 * After this time without a message, in milliseconds, an attempt that the client verifies counts as failed: the client
 * need not report a wrong guess.
 */
const answerMs = 3_000;
/**
 * Maximum time that an attempt waits for earlier ones, and the interval at which it checks for a place that another
 * replica has released, in milliseconds.
 */
const waitMs = 15_000;
const lookMs = 50;

interface Parts {
  readonly keyValue: KeyValue;
  readonly clock: Clock;
  readonly random: Random;
  /** Factor on the number of failures that lock an IP address, for networks with many people. */
  readonly addressFactor?: number;
}

/**
 * Slows down guessing, by account and by IP address. An attempt takes a place before it is checked. There are as many
 * places as failures left until the next lock. So concurrent guesses are bounded, and concurrent right attempts wait
 * for a place instead of being refused. [PW4]
 */
export function makeLockout({ keyValue, clock, random, addressFactor = 1 }: Parts): Lockout {
  const places = makePlaces({ keyValue, clock, addressFactor });
  /** Resolved when an attempt on this replica releases its places. */
  let freed = makeSignal();

  function wakeWaiting(): void {
    freed.resolve();
    freed = makeSignal();
  }

  /** Waits for a place. @throws AppError `auth.locked_out`, also if no place becomes free in time. */
  async function enter(account: string, from: string, lifeMs: number): Promise<Counted> {
    const attempt = { id: secretText(random).slice(0, 12), account, address: networkOf(from) };
    const untilMs = clock.nowMs() + waitMs;
    for (;;) {
      const next = freed.promise;
      if (await places.take(attempt, lifeMs)) return attempt;
      if (clock.nowMs() >= untilMs) throw authErrors.locked_out({ retryAfterSeconds: waitMs / 1000 });
      await Promise.race([next, pause(clock, lookMs)]);
    }
  }

  /** Runs `work` for an attempt and releases its places if it throws. */
  async function orLeave<T>(attempt: Counted, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      await places.leave(attempt);
      wakeWaiting();
      throw cause;
    }
  }

  const toAttempt = (counted: Counted): Attempt => ({
    succeeded: () => places.succeed(counted).then(wakeWaiting),
    failed: () => places.fail(counted).then(wakeWaiting),
  });

  return {
    async check(account, from, verify) {
      const counted = await enter(account, from, verifyMs);
      const found = await orLeave(counted, verify);
      const attempt = toAttempt(counted);
      await (found ? attempt.succeeded() : attempt.failed());
      return found || undefined;
    },
    async begin(account, from, start) {
      const counted = await enter(account, from, answerMs);
      return orLeave(counted, () => start(JSON.stringify(counted)));
    },
    forget: (account) => places.forget(account).then(wakeWaiting),
    resume: (saved) => toAttempt(JSON.parse(saved) as Counted),
  };
}

function makeSignal(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}
