import { type Clock, pause } from '../../kernel/clock.ts';
import { networkOf } from '../../kernel/network-of.ts';
import { type Random, secretText } from '../../kernel/random.ts';
import type { KeyValue } from '../../store/key-value/key-value.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import type { Attempt, Lockout } from './passwords.port.ts';
import { failed, opened, roomIn, type Tally, type Tiers, tallyAt, tookBack, withdrawn } from './tally.ts';

const accountTiers: Tiers = { size: 5, windowMs: 86_400_000, lockSeconds: [60, 300, 900], eachAfter: 15 };
/** Many people can share an address, so there it goes on in blocks. */
const addressTiers: Tiers = { size: 20, windowMs: 3_600_000, lockSeconds: [600], eachAfter: Number.POSITIVE_INFINITY };

/** An attempt that is verified here counts as failed after this long: the process has died. */
const verifyMs = 60_000;
/** One that the client goes on with counts as failed when nothing is heard of it for this long: who sees that a guess is wrong says nothing. */
const answerMs = 3_000;
/** Longest that an attempt waits for those before it, and how often it looks. */
const waitMs = 15_000;
const lookMs = 50;

interface Parts {
  readonly keyValue: KeyValue;
  readonly clock: Clock;
  readonly random: Random;
  /** Multiplies the failures that lock an address, for networks of many people. */
  readonly addressFactor?: number;
}

/** What an attempt has to know to be settled. */
interface Counted {
  readonly id: string;
  readonly account: string;
  readonly address: string;
}

/**
 * Slows down guessing, by account and by address. Attempts take a place before they are looked at, and there are no more places than
 * failures are left until the next lock: so guesses at the same time are bounded, and right ones at the same time wait for a place
 * instead of being refused. The tallies are in the key-value store, so replicas share them. [PW4]
 */
export function makeLockout({ keyValue, clock, random, addressFactor = 1 }: Parts): Lockout {
  const ofAddress = { ...addressTiers, size: Math.max(1, Math.round(addressTiers.size * addressFactor)) };
  const addressKey = (address: string) => `guesses:address:${address}`;
  const accountKey = (account: string) => `guesses:account:${account}`;
  /** Resolved when an attempt of this replica gives its places back; those of others are seen by looking. */
  let freed = makeSignal();

  /** Puts what `change` makes of a tally in its place; undefined leaves it. */
  async function update(key: string, tiers: Tiers, change: (tally: Tally) => Tally | undefined): Promise<boolean> {
    for (;;) {
      const stored = await keyValue.get(key);
      const nowMs = clock.nowMs();
      const next = change(tallyAt(stored === undefined ? undefined : (JSON.parse(stored) as Tally), tiers, nowMs));
      if (!next) return false;
      const untilMs = Math.max(next.endsAtMs, next.lockedUntilMs, ...Object.values(next.open));
      if (await keyValue.compareAndSet(key, stored, JSON.stringify(next), untilMs - nowMs)) return true;
    }
  }

  /** Takes a place. False: all are taken. @throws AppError `auth.locked_out`. */
  function take(key: string, tiers: Tiers, id: string, lifeMs: number): Promise<boolean> {
    return update(key, tiers, (tally) => {
      const leftMs = tally.lockedUntilMs - clock.nowMs();
      if (leftMs > 0) throw authErrors.locked_out({ retryAfterSeconds: Math.ceil(leftMs / 1000) });
      return roomIn(tally, tiers) > 0 ? opened(tally, id, clock.nowMs() + lifeMs) : undefined;
    });
  }

  const leave = (key: string, tiers: Tiers, id: string) => update(key, tiers, (tally) => withdrawn(tally, id));

  function wakeWaiting(): void {
    freed.resolve();
    freed = makeSignal();
  }

  /** Takes both places or none. */
  async function takeBoth({ id, account, address }: Counted, lifeMs: number): Promise<boolean> {
    if (!(await take(addressKey(address), ofAddress, id, lifeMs))) return false;
    let isIn = false;
    try {
      isIn = await take(accountKey(account), accountTiers, id, lifeMs);
    } finally {
      if (!isIn) await leave(addressKey(address), ofAddress, id);
    }
    return isIn;
  }

  /** Waits for a place. @throws AppError `auth.locked_out`, also when there is none in time. */
  async function enter(account: string, from: string, lifeMs: number): Promise<Counted> {
    const counted = { id: secretText(random).slice(0, 12), account, address: networkOf(from) };
    const untilMs = clock.nowMs() + waitMs;
    for (;;) {
      const next = freed.promise;
      if (await takeBoth(counted, lifeMs)) return counted;
      if (clock.nowMs() >= untilMs) throw authErrors.locked_out({ retryAfterSeconds: waitMs / 1000 });
      await Promise.race([next, pause(clock, lookMs)]);
    }
  }

  /** Runs `work` for an attempt; when it throws nothing was tried. */
  async function orLeave<T>({ id, account, address }: Counted, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      await leave(accountKey(account), accountTiers, id);
      await leave(addressKey(address), ofAddress, id);
      wakeWaiting();
      throw cause;
    }
  }

  function toAttempt({ id, account, address }: Counted): Attempt {
    return {
      async succeeded() {
        await update(addressKey(address), ofAddress, (tally) => tookBack(tally, id));
        await keyValue.delete(accountKey(account));
        wakeWaiting();
      },
      async failed() {
        await update(accountKey(account), accountTiers, (tally) => failed(tally, id, accountTiers, clock.nowMs()));
        await update(addressKey(address), ofAddress, (tally) => failed(tally, id, ofAddress, clock.nowMs()));
        wakeWaiting();
      },
    };
  }

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
    forget: async (account) => {
      await keyValue.delete(accountKey(account));
      wakeWaiting();
    },
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
