import type { Clock } from '../../../kernel/clock.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import { accountExportsErrors } from './account-exports.errors.ts';

/** Most archives that one process makes at a time: each holds a database connection and reads at full speed. */
const mostAtOnce = 2;
/** How long the place of an account outlives a dead process, and how often a live one renews it, in milliseconds. */
const placeMs = 60_000;
const renewMs = 20_000;

export type RunningExports = ReturnType<typeof makeRunningExports>;

/** Limits the archives that are made at a time. [AX6] [AX7] */
export function makeRunningExports({ keyValue, clock }: { readonly keyValue: KeyValue; readonly clock: Clock }) {
  let running = 0;
  const keyOf = (userId: string) => `account-export:${userId}`;
  const alreadyRunning = () => accountExportsErrors.running({ retryAfterSeconds: 60 });
  const refuseBusy = () => {
    if (running >= mostAtOnce) throw accountExportsErrors.busy({ retryAfterSeconds: 60 });
  };

  return {
    /** Throws early what `take` would throw. @throws AppError */
    async expectPlace(userId: string): Promise<void> {
      refuseBusy();
      if ((await keyValue.orLocal.get(keyOf(userId))) !== undefined) throw alreadyRunning();
    },
    /** Claims the account's place on all replicas. @returns the function that frees it. @throws AppError */
    async take(userId: string): Promise<() => void> {
      refuseBusy();
      running++;
      const key = keyOf(userId);
      try {
        if (!(await keyValue.set(key, '1', { ttlMs: placeMs, ifAbsent: true }))) throw alreadyRunning();
      } catch (cause) {
        running--;
        throw cause;
      }
      // While the key-value store is down, the place may be lost: then the account may download two archives at once.
      const renew = () => void keyValue.set(key, '1', { ttlMs: placeMs }).catch(() => undefined);
      const stopRenewing = clock.every(renewMs, renew);
      return () => {
        running--;
        stopRenewing();
        void keyValue.orLocal.delete(key).catch(() => undefined);
      };
    },
  };
}
