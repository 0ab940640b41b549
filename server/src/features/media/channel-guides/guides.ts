/**
 * Programme guides by address: read once for all rooms and replicas, one at a time, in the background, and reread when
 * they expire. [CG2] [CG3]
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

/** Guides that this process reads at a time, and the length of the queue. */
const atOnce = 1;
const maxWaiting = 50;
/** Most stored guides. */
const mostGuides = 100;
/** How long a guide is fresh, in milliseconds: it covers the next day and a half. */
const readMs = 6 * 60 * 60_000;
/** Pause after a failure, in milliseconds. */
const failedMs = 15 * 60_000;
/** Channels inserted by one statement. */
const together = 500;

export interface GuideParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Connects under the outgoing guard. */
  readonly upstream: Pick<UpstreamClient, 'open'>;
}

/** Whether a guide is available. */
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
    // If this replica dies, another one may read the guide after that time.
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
    /** The state of a guide. A missing or expired one is read in the background, on the caller's behalf. */
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
