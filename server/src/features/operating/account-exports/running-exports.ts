import type { Clock } from '../../../kernel/clock.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import { accountExportsErrors } from './account-exports.errors.ts';

/** Archives that one process makes at a time: each holds a connection to the database and reads at full speed. */
const mostAtOnce = 2;
/** How long the place of an account outlives a process that died, and how often a living one renews it. */
const placeMs = 60_000;
const renewMs = 20_000;

export type RunningExports = ReturnType<typeof makeRunningExports>;

/** Which archives are being made. [AX6] [AX7] */
export function makeRunningExports({ keyValue, clock }: { readonly keyValue: KeyValue; readonly clock: Clock }) {
  let running = 0;
  const keyOf = (userId: string) => `account-export:${userId}`;
  const alreadyRunning = () => accountExportsErrors.running({ retryAfterSeconds: 60 });
  const refuseBusy = () => {
    if (running >= mostAtOnce) throw accountExportsErrors.busy({ retryAfterSeconds: 60 });
  };

  return {
    /** Refuses early what `take` would refuse. @throws AppError */
    async expectPlace(userId: string): Promise<void> {
      refuseBusy();
      if ((await keyValue.orLocal.get(keyOf(userId))) !== undefined) throw alreadyRunning();
    },
    /** Takes the place of the account on all replicas, and gives the function that frees it. @throws AppError */
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
      // While the store is away, the place may be lost: then somebody may download the archive twice at once.
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
