import type { Clock } from '../../../../kernel/clock.ts';
import type { Bus } from '../../../../realtime/bus.ts';
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

type Message =
  | { readonly kind: 'order'; readonly id: string; readonly from: string; readonly order: CacheOrder }
  | { readonly kind: 'answer'; readonly id: string; readonly state: CacheState };

interface Parts {
  /** Undefined: this process keeps no slices. */
  readonly local: { readonly cache: SliceCache; readonly store: SliceStore } | undefined;
  /** The bodies in memory. */
  readonly smallBodies: { clear(): number };
  readonly bus: Bus;
  readonly replicaId: string;
  /** Number of live replicas, this one included. */
  readonly replicaCount: () => number;
  readonly clock: Clock;
}

const channel = 'slice-cache';
/** How long the other replicas have to answer, in milliseconds: deleting thousands of files takes a second. */
const answerMs = 3_000;

/** Asks the caches of all replicas, and answers for this process. [SC12] */
export function makeEveryCache(parts: Parts) {
  const { bus, replicaId, replicaCount, clock } = parts;
  const waiting = new Map<string, (state: CacheState) => void>();
  let orders = 0;
  let unsubscribe = () => {};

  async function hear(payload: string): Promise<void> {
    const message = JSON.parse(payload) as Message;
    if (message.kind === 'answer') return waiting.get(message.id)?.(message.state);
    if (message.from === replicaId) return;
    const answer: Message = { kind: 'answer', id: message.id, state: await carryOut(parts, message.order) };
    bus.publish(channel, JSON.stringify(answer));
  }

  function askOthers(order: CacheOrder): Promise<CacheState[]> {
    const others = replicaCount() - 1;
    if (others === 0) return Promise.resolve([]);
    const id = `${replicaId} ${++orders}`;
    const answers: CacheState[] = [];
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        waiting.delete(id);
        resolve(answers);
      };
      const cancel = clock.after(answerMs, end);
      waiting.set(id, (state) => {
        answers.push(state);
        if (answers.length === others) end();
      });
      bus.publish(channel, JSON.stringify({ kind: 'order', id, from: replicaId, order } satisfies Message));
    });
  }

  return {
    start(): void {
      unsubscribe = bus.subscribe(channel, (payload) => void hear(payload).catch(() => undefined));
    },
    stop: () => unsubscribe(),
    /** This process first, then the others in the order of their answers. */
    async ask(order: CacheOrder) {
      const [own, others] = await Promise.all([carryOut(parts, order), askOthers(order)]);
      const replicas = [own, ...others];
      return {
        replicas,
        silentReplicas: Math.max(0, replicaCount() - replicas.length),
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
