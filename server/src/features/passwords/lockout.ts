import type { KeyValue } from '../../store/key-value.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import type { Lockout } from './passwords.port.ts';

/** Failures of one account within a day, and how long it then stays locked, in seconds. The longest tier that is reached counts. */
const accountTiers = [
  { failures: 15, seconds: 900 },
  { failures: 10, seconds: 300 },
  { failures: 5, seconds: 60 },
];
const addressTier = { failures: 20, seconds: 600 };
const accountWindowMs = 86_400_000;
const addressWindowMs = 3_600_000;

/** Slows down guessing, by account and by address. The counters are in the key-value store, so replicas share them. */
export function makeLockout(store: KeyValue, nowMs: () => number): Lockout {
  const locks = (account: string, address: string) => [`lock:account:${account}`, `lock:address:${address}`];
  return {
    async check(account: string, address: string): Promise<void> {
      for (const lock of locks(account, address)) {
        const until = Number(await store.get(lock));
        if (until > nowMs()) throw authErrors.locked_out({ retryAfterSeconds: Math.ceil((until - nowMs()) / 1000) });
      }
    },
    async failed(account: string, address: string): Promise<void> {
      const [accountLock, addressLock] = locks(account, address) as [string, string];
      const lock = (key: string, seconds: number) =>
        store.set(key, String(nowMs() + seconds * 1000), { ttlMs: seconds * 1000 });
      const failures = await store.increment(`fail:account:${account}`, accountWindowMs);
      const tier = accountTiers.find((t) => failures >= t.failures);
      if (tier && (failures % 5 === 0 || failures > 15)) await lock(accountLock, tier.seconds);
      if ((await store.increment(`fail:address:${address}`, addressWindowMs)) % addressTier.failures === 0)
        await lock(addressLock, addressTier.seconds);
    },
    async succeeded(account: string): Promise<void> {
      await store.delete(`fail:account:${account}`);
    },
  };
}
