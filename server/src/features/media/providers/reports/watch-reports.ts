/**
 * Reports the progress of rooms to upstreams, if the account's owner agreed. Each room that watches an item has one
 * session at its upstream. Of all replicas with viewers, one at a time reports, and each report renews a lease. When
 * the last viewer leaves, or the replica stops, that replica or another one ends the session. [PV35]
 * The leases are in the key-value store. While it is down, no reports are sent: upstreams end silent sessions by
 * themselves.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Log } from '../../../../kernel/log.ts';
import type { Keys } from '../../../../store/key-value/key-value.ts';

/** How often reports are sent, in milliseconds: as often as by the players of Jellyfin and Emby. */
export const reportEveryMs = 10_000;
/** A session ends if no report renews it for this long, in milliseconds. */
export const leaseMs = 45_000;

/** The current item of a room. */
export interface Playing {
  readonly mediaId: string;
  readonly positionSeconds: number;
  readonly isPaused: boolean;
}

/** A session at upstream, shared between replicas. */
export interface WatchReport extends Playing {
  readonly sessionId: string;
  readonly upstreamSession: string | undefined;
}

export interface WatchReportParts {
  readonly keyValue: Pick<Keys, 'set' | 'hashSet' | 'hashDelete' | 'hashAll'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly newSessionId: () => string;
  /** Connections to the room in this process. */
  readonly audience: (roomId: string) => number;
  readonly findPlaying: (roomId: string) => Promise<Playing | undefined>;
  /** Whether the item's upstream accepts reports, and its adder agreed. */
  readonly areWanted: (roomId: string, mediaId: string) => Promise<boolean>;
  /** Upstream's own id for a new session. */
  readonly beginSession: (roomId: string, mediaId: string) => Promise<string | undefined>;
  readonly send: (roomId: string, kind: 'start' | 'progress' | 'stop', told: WatchReport) => Promise<void>;
}

type Entry = WatchReport & { readonly renewedAtMs: number };

/** The hash of all sessions: the last report of each room. */
const toldKey = 'provider-reports';
/** Most items whose answer to `areWanted` is cached. */
const maxKnown = 5_000;

export interface WatchReports {
  /** A player in the room reports that it plays this item. */
  onWatched(roomId: string, mediaId: string): void;
  start(): void;
  stop(): void;
  /** Sends the reports that are due. Never rejects. */
  beat(): Promise<void>;
}

/** Reports one room to upstream. */
function makeTelling({ keyValue, clock, ...parts }: WatchReportParts) {
  /** One of all replicas wins the claim. */
  const claim = (name: string, ttlMs: number) => keyValue.set(`${toldKey}:${name}`, '1', { ttlMs, ifAbsent: true });

  async function end(roomId: string, entry: Entry): Promise<void> {
    if (!(await claim(`end:${entry.sessionId}`, leaseMs))) return;
    await keyValue.hashDelete(toldKey, roomId);
    await parts.send(roomId, 'stop', entry);
  }

  /** False: the room watches nothing that upstream wants reports about. */
  async function report(roomId: string, entry: Entry | undefined): Promise<boolean> {
    // A little less than the interval, so that a late timer does not lose the next beat.
    if (!(await claim(roomId, reportEveryMs * 0.9))) return true;
    const playing = await parts.findPlaying(roomId);
    const isSame = entry !== undefined && entry.mediaId === playing?.mediaId;
    if (entry && !isSame) await end(roomId, entry);
    if (!playing || !(await parts.areWanted(roomId, playing.mediaId))) return false;
    const session = isSame
      ? entry
      : { sessionId: parts.newSessionId(), upstreamSession: await parts.beginSession(roomId, playing.mediaId) };
    const { sessionId, upstreamSession } = session;
    const told: Entry = { ...playing, sessionId, upstreamSession, renewedAtMs: clock.nowMs() };
    // The long expiry lets a replica find an old entry and end its session.
    await keyValue.hashSet(toldKey, roomId, JSON.stringify(told), leaseMs * 20);
    await parts.send(roomId, isSame ? 'progress' : 'start', told);
    return true;
  }

  return { end, report };
}

export function makeWatchReports(parts: WatchReportParts): WatchReports {
  const { keyValue, clock, log, audience } = parts;
  const { end, report } = makeTelling(parts);
  /** Rooms with viewers in this process that watch an item with reports. */
  const watched = new Set<string>();
  /** Cached and pending answers, by room and item. */
  const wanted = new LRUCache<string, Promise<boolean>>({ max: maxKnown });
  let cancel: (() => void) | undefined;
  let isBeating = false;

  async function look(roomId: string, mediaId: string): Promise<void> {
    const name = `${roomId} ${mediaId}`;
    const known = wanted.get(name);
    const asked = known ?? parts.areWanted(roomId, mediaId);
    if (!known) wanted.set(name, asked);
    try {
      if (await asked) watched.add(roomId);
    } catch (err) {
      // The next report asks again. One of the waiting callers logs the failure.
      if (wanted.peek(name) === asked) wanted.delete(name);
      if (!known) throw err;
    }
  }

  async function tellOf(roomId: string, entry: Entry | undefined): Promise<void> {
    if (audience(roomId) === 0 || !(await report(roomId, entry))) watched.delete(roomId);
  }

  async function tellOfAll(): Promise<void> {
    const known = await keyValue.hashAll(toldKey);
    const entries = new Map([...known].map(([roomId, text]) => [roomId, JSON.parse(text) as Entry]));
    for (const roomId of [...watched]) await quietly(log, tellOf(roomId, entries.get(roomId)));
    for (const [roomId, entry] of entries)
      if (!watched.has(roomId) && clock.nowMs() - entry.renewedAtMs > leaseMs) await quietly(log, end(roomId, entry));
  }

  async function beat(): Promise<void> {
    // Beats must not pile up behind a slow upstream.
    if (isBeating) return;
    isBeating = true;
    await quietly(log, tellOfAll());
    isBeating = false;
  }

  return {
    onWatched(roomId, mediaId) {
      if (watched.has(roomId)) return;
      void quietly(log, look(roomId, mediaId));
    },
    start() {
      cancel = clock.every(reportEveryMs, () => void beat());
    },
    stop: () => cancel?.(),
    beat,
  };
}

/** No caller waits for a report, and playback does not depend on it. */
async function quietly(log: Log, work: Promise<void>): Promise<void> {
  await work.catch((err) => log.info({ err }, 'an upstream could not be told what a room watches'));
}
