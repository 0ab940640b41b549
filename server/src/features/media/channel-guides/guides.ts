/**
 * Programme guides by their addresses: read once for all rooms and replicas, one at a time, in the background, and read
 * again when they end. [CG2] [CG3]
 */
import { createHash } from 'node:crypto';
import type { UpstreamClient } from '../../../drivers/upstream/upstream.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeFairSlots } from '../../../kernel/queues/fair-slots.ts';
import type { Database } from '../../../store/database.ts';
import type { StoredChannel } from './building.ts';
import * as store from './channel-guides.store.ts';
import { GuideFailed, type GuideFault, guideBounds, readGuide } from './reading.ts';

/** Guides that this process reads at a time, and most that wait. */
const atOnce = 1;
const maxWaiting = 50;
/** Most guides that are kept. */
const mostGuides = 100;
/** How long a guide is not read again after it was, in milliseconds: it holds what comes in the next day and a half. */
const readMs = 6 * 60 * 60_000;
/** How long after a failure. */
const failedMs = 15 * 60_000;
/** Channels that one statement adds. */
const together = 500;

export interface GuideParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Reads under the guard of outgoing requests. */
  readonly upstream: Pick<UpstreamClient, 'open'>;
}

/** Whether a guide can be looked into. */
export type GuideState = 'ready' | 'pending' | GuideFault;

export type Guides = ReturnType<typeof makeGuides>;

export function makeGuides({ db, clock, log, upstream }: GuideParts) {
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const inSlot = makeFairSlots({ atOnce, maxWaiting, refusal: () => new Error('too many programme guides wait') });
  const inMs = (ms: number) => dateOf(clock.nowMs() + ms);

  async function write(key: string, channels: readonly StoredChannel[]): Promise<void> {
    await db.write(async (tx) => {
      await store.putGuide(tx.query(), key, { readAt: inMs(0), endsAt: inMs(readMs) });
      for (let start = 0; start < channels.length; start += together)
        await store.insertChannels(tx.query(), key, channels.slice(start, start + together));
      await store.deleteOldest(tx.query(), mostGuides);
    });
  }

  async function read(key: string, url: string): Promise<void> {
    if (stopping.signal.aborted) return;
    // Another replica may read it after that time, when this one is gone.
    if (!(await store.claim(db.query(), key, inMs(0), inMs(2 * guideBounds.longestMs)))) return;
    try {
      await write(key, await readGuide({ upstream, url, nowMs: clock.nowMs(), stopping: stopping.signal }));
    } catch (cause) {
      if (!(cause instanceof GuideFailed)) throw cause;
      log.debug({ err: cause, host: new URL(url).host }, 'a programme guide could not be read');
      await store.putFault(db.query(), key, cause.fault, inMs(stopping.signal.aborted ? 0 : failedMs));
    }
  }

  function readLater(ownerId: string, key: string, url: string): void {
    if (running.has(key)) return;
    const work = inSlot(ownerId, () => read(key, url))
      .catch((err) => log.debug({ err }, 'a programme guide waits for the next request'))
      .finally(() => running.delete(key));
    running.set(key, work);
  }

  return {
    keyOf: (url: string) => createHash('sha256').update(url).digest('hex'),
    /** The state of a guide. One that is not known, or has ended, is read meanwhile, for the person who asks. */
    async stateOf(url: string, ownerId: string): Promise<GuideState> {
      const key = this.keyOf(url);
      const guide = await store.findGuide(db.query(), key);
      if (!guide || guide.ends_at.getTime() <= clock.nowMs()) readLater(ownerId, key, url);
      if (guide && guide.read_at !== null) return 'ready';
      return !guide || guide.state === 'asking' || guide.state === 'read' ? 'pending' : guide.state;
    },
    /** Stops reading. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.allSettled(running.values());
    },
  };
}
