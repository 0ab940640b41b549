import type { Clock } from '../../../kernel/clock.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import { failed, opened, roomIn, type Tally, type Tiers, tallyAt, tookBack, withdrawn } from './tally.ts';

const accountTiers: Tiers = { size: 5, windowMs: 86_400_000, lockSeconds: [60, 300, 900], eachAfter: 15 };
/** Many people can share an IP address, so only every 20th failure locks it. */
const addressTiers: Tiers = { size: 20, windowMs: 3_600_000, lockSeconds: [600], eachAfter: Number.POSITIVE_INFINITY };

interface Parts {
  readonly keyValue: KeyValue;
  readonly clock: Clock;
  /** Factor on the number of failures that lock an IP address, for networks with many people. */
  readonly addressFactor: number;
}

/** An attempt, with its names in the two tallies. */
export interface Counted {
  readonly id: string;
  readonly account: string;
  /** A network, as returned by `networkOf`. */
  readonly address: string;
}

/**
 * The places that attempts take in the tallies of their account and their IP address. The tallies are in the key-value
 * store, so replicas share them.
 */
export interface Places {
  /**
   * Takes a place in both tallies or in none. False: one tally has no place left. @throws AppError `auth.locked_out`.
   */
  take(attempt: Counted, lifeMs: number): Promise<boolean>;
  /** Releases both places: nothing was tried. */
  leave(attempt: Counted): Promise<void>;
  /**
   * Resets the account's failures. Removes the attempt from the address's tally, even if it was counted as failed
   * there.
   */
  succeed(attempt: Counted): Promise<void>;
  fail(attempt: Counted): Promise<void>;
  /** Resets the failures of an account, and its lock. */
  forget(account: string): Promise<void>;
}

export function makePlaces({ keyValue, clock, addressFactor }: Parts): Places {
  const tiersOfAddress = { ...addressTiers, size: Math.max(1, Math.round(addressTiers.size * addressFactor)) };
  const accountKey = (account: string) => `guesses:account:${account}`;
  const accountTally = (account: string) => makeTally({ keyValue, clock }, accountKey(account), accountTiers);
  const addressTally = (address: string) =>
    makeTally({ keyValue, clock }, `guesses:address:${address}`, tiersOfAddress);
  const forget = async (account: string) => void (await keyValue.orLocal.delete(accountKey(account)));

  return {
    async take({ id, account, address }, lifeMs) {
      const ofAddress = addressTally(address);
      if (!(await ofAddress.take(id, lifeMs))) return false;
      let isIn = false;
      try {
        isIn = await accountTally(account).take(id, lifeMs);
      } finally {
        if (!isIn) await ofAddress.leave(id);
      }
      return isIn;
    },
    async leave({ id, account, address }) {
      await accountTally(account).leave(id);
      await addressTally(address).leave(id);
    },
    async succeed({ id, account, address }) {
      await addressTally(address).takeBack(id);
      await forget(account);
    },
    async fail({ id, account, address }) {
      await accountTally(account).fail(id);
      await addressTally(address).fail(id);
    },
    forget,
  };
}

/** The stored tally of one account or one IP address. */
function makeTally({ keyValue, clock }: Pick<Parts, 'keyValue' | 'clock'>, key: string, tiers: Tiers) {
  /**
   * Replaces the tally with the result of `change`, and returns true. If `change` returns undefined, keeps the tally
   * and returns false.
   */
  async function update(change: (tally: Tally) => Tally | undefined): Promise<boolean> {
    for (;;) {
      const stored = await keyValue.orLocal.get(key);
      const nowMs = clock.nowMs();
      const next = change(tallyAt(stored === undefined ? undefined : (JSON.parse(stored) as Tally), tiers, nowMs));
      if (!next) return false;
      const untilMs = Math.max(next.endsAtMs, next.lockedUntilMs, ...Object.values(next.open));
      if (await keyValue.orLocal.compareAndSet(key, stored, JSON.stringify(next), untilMs - nowMs)) return true;
    }
  }

  return {
    /** @throws AppError `auth.locked_out`. */
    take: (id: string, lifeMs: number) =>
      update((tally) => {
        // The store has already granted this place, but its answer was late.
        if (tally.open[id] !== undefined) return tally;
        const leftMs = tally.lockedUntilMs - clock.nowMs();
        if (leftMs > 0) throw authErrors.locked_out({ retryAfterSeconds: Math.ceil(leftMs / 1000) });
        return roomIn(tally, tiers) > 0 ? opened(tally, id, clock.nowMs() + lifeMs) : undefined;
      }),
    leave: (id: string) => update((tally) => withdrawn(tally, id)),
    takeBack: (id: string) => update((tally) => tookBack(tally, id)),
    fail: (id: string) => update((tally) => failed(tally, id, tiers, clock.nowMs())),
  };
}
