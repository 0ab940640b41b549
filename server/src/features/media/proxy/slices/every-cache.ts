import { type AskingParts, EveryProcess } from '../../../../realtime/replicas/every-process.ts';
import type { SliceCache } from './slice-cache.ts';
import type { SliceStore } from './slice-store.ts';

/** The orders of administrators to all processes. */
export type CacheOrder = 'stats' | 'evict' | 'purge';

/** The answer of one process; travels between replicas as JSON. */
export interface CacheState {
  readonly replicaId: string;
  readonly enabled: boolean;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly slices: number;
  readonly bodies: number;
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  readonly freedBytes: number;
}

interface Parts extends AskingParts {
  /** Undefined: this process keeps no slices. */
  readonly local: { readonly cache: SliceCache; readonly store: SliceStore } | undefined;
  /** The bodies in memory. */
  readonly smallBodies: { clear(): number };
}

/** How long the other replicas have to answer, in milliseconds: deleting thousands of files takes a second. */
const answerMs = 3_000;

/** Asks the caches of all replicas, and answers for this process. [SC12] */
export function makeEveryCache(parts: Parts) {
  const processes = new EveryProcess<CacheOrder, CacheState>(parts, {
    channel: 'slice-cache',
    answerMs,
    answer: (order) => carryOut(parts, order),
  });
  return {
    start: () => processes.start(),
    stop: () => processes.stop(),
    /** This process first, then the others in the order of their answers. */
    async ask(order: CacheOrder) {
      const [own, others] = await Promise.all([carryOut(parts, order), processes.askOthers(order)]);
      const replicas = [own, ...others.answers];
      return {
        replicas,
        silentReplicas: others.silent,
        freedBytes: replicas.reduce((sum, { freedBytes }) => sum + freedBytes, 0),
      };
    },
  };
}

async function carryOut({ local, smallBodies, replicaId }: Parts, order: CacheOrder): Promise<CacheState> {
  const freedSmall = order === 'purge' ? smallBodies.clear() : 0;
  const nothing = { bytes: 0, maxBytes: 0, slices: 0, bodies: 0, hits: 0, misses: 0, evictions: 0, freedBytes: 0 };
  if (!local) return { replicaId, enabled: false, ...nothing, freedBytes: freedSmall };
  const { cache, store } = local;
  const freedSlices = order === 'purge' ? await cache.purge() : order === 'evict' ? await cache.evictExpired() : 0;
  const freedBytes = freedSmall + freedSlices;
  const { hits, misses } = cache;
  return { replicaId, enabled: true, ...store.figures, hits, misses, evictions: store.evictions, freedBytes };
}
