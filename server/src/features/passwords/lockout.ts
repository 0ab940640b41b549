import { networkOf } from '../../kernel/network-of.ts';
import type { KeyValue } from '../../store/key-value.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import type { Attempt, Lockout } from './passwords.port.ts';

/** After every `size` failures within `windowMs` a lock, longer each time up to the last length. After `eachAfter` failures every one locks. */
interface Tiers {
  readonly size: number;
  readonly windowMs: number;
  readonly lockSeconds: readonly number[];
  readonly eachAfter: number;
}

/** What an attempt has to know to be taken back. */
interface Counted {
  readonly account: string;
  readonly address: string;
  readonly hasLockedAddress: boolean;
}

const accountTiers: Tiers = { size: 5, windowMs: 86_400_000, lockSeconds: [60, 300, 900], eachAfter: 15 };
/** Many people can share an address, so there it goes on in blocks. */
const addressTiers: Tiers = { size: 20, windowMs: 3_600_000, lockSeconds: [600], eachAfter: Number.POSITIVE_INFINITY };

/**
 * Slows down guessing, by account and by address. An attempt counts before it is looked at and is taken back when it was right, so
 * that guesses at the same time are bounded too. The counters are in the key-value store, so replicas share them.
 * `addressFactor` multiplies the failures that lock an address, for networks of many people. [PW4]
 */
export function makeLockout(store: KeyValue, nowMs: () => number, addressFactor = 1): Lockout {
  const ofAddress = { ...addressTiers, size: Math.max(1, Math.round(addressTiers.size * addressFactor)) };

  /** Counts an attempt; gives whether it locked. @throws AppError `auth.locked_out`. */
  async function count(name: string, tiers: Tiers): Promise<boolean> {
    const keys = { failures: `fail:${name}`, lock: `lock:${name}`, blocks: `blocks:${name}` };
    await refuseWhileLocked(keys.lock);
    const number = await store.increment(keys.failures, tiers.windowMs);
    try {
      return await place(number, keys, tiers);
    } catch (cause) {
      await takeBack(name, false, tiers);
      throw cause;
    }
  }

  async function takeBack(name: string, hasLocked: boolean, { windowMs }: Tiers): Promise<void> {
    await store.increment(`fail:${name}`, windowMs, -1);
    if (hasLocked) await store.delete(`lock:${name}`);
  }

  /** Finds the place of an attempt among the blocks. Gives whether it locked. @throws AppError `auth.locked_out` when it came too early. */
  async function place(
    number: number,
    keys: { readonly lock: string; readonly blocks: string },
    { size, windowMs, lockSeconds, eachAfter }: Tiers,
  ): Promise<boolean> {
    const block = Math.ceil(number / size);
    const seconds = lockSeconds[Math.min(block, lockSeconds.length) - 1]!;
    // The attempt that fills the block before may still be on its way: until it has locked, nobody goes on.
    if (block > 1 && Number((await store.get(keys.blocks)) ?? 0) < block - 1)
      throw authErrors.locked_out({ retryAfterSeconds: seconds });
    if (number % size !== 0 && number <= eachAfter) {
      if (block > 1) await refuseWhileLocked(keys.lock);
      return false;
    }
    const lock = { ttlMs: seconds * 1000, ifAbsent: true };
    if (!(await store.set(keys.lock, String(nowMs() + seconds * 1000), lock)))
      throw authErrors.locked_out({ retryAfterSeconds: seconds });
    if (number % size === 0) await store.set(keys.blocks, String(block), { ttlMs: windowMs });
    return true;
  }

  async function refuseWhileLocked(lock: string): Promise<void> {
    const until = Number(await store.get(lock));
    if (until > nowMs()) throw authErrors.locked_out({ retryAfterSeconds: Math.ceil((until - nowMs()) / 1000) });
  }

  function toAttempt(counted: Counted): Attempt {
    const { account, address, hasLockedAddress } = counted;
    return {
      saved: JSON.stringify(counted),
      async succeeded() {
        await takeBack(`address:${address}`, hasLockedAddress, addressTiers);
        for (const key of ['fail', 'lock', 'blocks']) await store.delete(`${key}:account:${account}`);
      },
    };
  }

  return {
    async attempt(account, from) {
      const address = networkOf(from);
      const hasLockedAddress = await count(`address:${address}`, ofAddress);
      await count(`account:${account}`, accountTiers).catch(async (cause) => {
        await takeBack(`address:${address}`, hasLockedAddress, addressTiers);
        throw cause;
      });
      return toAttempt({ account, address, hasLockedAddress });
    },
    resume: (saved) => toAttempt(JSON.parse(saved) as Counted),
  };
}
