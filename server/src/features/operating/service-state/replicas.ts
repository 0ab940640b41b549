import type { Clock } from '../../../kernel/clock.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import type { makeProcessMeter, ProcessState } from './process-state.ts';

const key = 'replicas';
/**
 * How often a replica publishes its state, in milliseconds. The others drop it after two and a half periods without an
 * update.
 */
const tellPeriodMs = 10_000;
const forgetMs = 25_000;

interface ReplicaParts {
  readonly keyValue: KeyValue;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: ReturnType<typeof makeProcessMeter>;
}

/** The states of all replicas, kept in the key-value store. [SS1] */
export function makeReplicas({ keyValue, clock, log, meter }: ReplicaParts) {
  const tell = () => {
    const state = meter.read();
    return keyValue.orLocal.hashSet(key, state.id, JSON.stringify(state), forgetMs);
  };
  const failed = (err: unknown) => log.warn({ err }, 'the state of this replica could not be told');
  let cancel: (() => void) | undefined;
  const part: Part = {
    name: 'replica state',
    start: async () => {
      await tell().catch(failed);
      cancel = clock.every(tellPeriodMs, () => {
        meter.turn();
        void tell().catch(failed);
      });
    },
    stop: async () => {
      cancel?.();
      await keyValue.orLocal.hashDelete(key, meter.read().id).catch(failed);
    },
  };

  /**
   * This replica's current state, then the others' latest ones. Only this replica's while the key-value store is down.
   */
  async function list(): Promise<readonly ProcessState[]> {
    const own = meter.read();
    const told = await keyValue.orLocal.hashAll(key);
    const others = [...told.values()]
      .map((json) => JSON.parse(json) as ProcessState)
      .filter(({ id, atMs }) => id !== own.id && atMs > clock.nowMs() - forgetMs);
    return [own, ...others.sort((a, b) => a.startedAtMs - b.startedAtMs)];
  }

  return { part, list };
}
