/**
 * Records who watches what. At intervals, every process examines the rooms with connections here; the replica that
 * claims a room first records everybody in it, on all replicas. So each person counts once, a sync message costs
 * nothing, and a process that dies loses one interval. [OH1] [OH2]
 */
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Database } from '../../../store/database.ts';
import { listTimelines } from '../playback/playback.store.ts';
import { isRunning, positionAt, type Timeline } from '../playback/timeline.ts';
import * as store from './recording.store.ts';
import type { OnWatched, Screening } from './watched.port.ts';

/** How often watching is recorded, in milliseconds. */
export const beatMs = 30_000;
/** A little less than the interval, so that a late timer of another replica does not lose a beat. */
const claimedMs = beatMs * 0.8;
/** A longer gap (ms) between two beats does not count as watched. Allows for a late or lost beat. */
const awayMs = beatMs * 2.5;
/** A person who returns to an item within this time (ms) continues the same entry. [OH1] */
const sameEntryMs = 4 * 60 * 60_000;
/** Most rooms of one transaction, and most people of one statement. */
const maxRooms = 100;
const maxPeople = 500;
/** The end of an item: its last seconds, which cover a beat and the credits, or its last share. [OH3] */
const endSeconds = 45;
const endPart = 0.05;

export interface RecordingParts {
  readonly db: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
  /** Rooms with people, and their present members, over all replicas. */
  readonly online: {
    of(roomId: string): { readonly memberIds: ReadonlySet<string> };
    busiest(): readonly string[];
  };
  /** Connections to the room in this process. */
  readonly audience: (roomId: string) => number;
  readonly onWatched: OnWatched;
}

/** The worker that records who watches. */
export function makeRecording({ db, ids, clock, log, online, audience, onWatched }: RecordingParts): Part {
  async function write(roomIds: readonly string[]): Promise<void> {
    await db.write(async (tx) => {
      const queries = tx.query<store.RecordingTables>();
      const nowMs = clock.nowMs();
      const now = dateOf(nowMs);
      const claimed = await store.claimRooms(queries, roomIds, now, dateOf(nowMs - claimedMs));
      const timelines = await listTimelines(tx.query(), claimed);
      const there = [...timelines].flatMap(([roomId, timeline]) =>
        viewersOf(roomId, timeline, online.of(roomId).memberIds, nowMs),
      );
      const since = { now, lastBeat: dateOf(nowMs - awayMs), since: dateOf(nowMs - sameEntryMs) };
      const keepers = new Set<string>();
      for (const viewers of inParts(there, maxPeople)) {
        const kept = await store.keepers(queries, [...new Set(viewers.map(({ userId }) => userId))]);
        const wanted = viewers.filter(({ userId }) => kept.has(userId));
        for (const id of kept) keepers.add(id);
        const going = await store.goOn(queries, wanted, since);
        const begun = wanted.filter(({ roomId, userId }) => !going.has(`${roomId} ${userId}`));
        await store.begin(
          queries,
          begun.map(() => ids.make('wat')),
          begun,
          now,
        );
      }
      await onWatched(tx, { now, lastBeat: since.lastBeat, screenings: screeningsOf(there, keepers) });
    });
  }

  return makeWorker({
    name: 'own histories',
    clock,
    log,
    periodMs: beatMs,
    runsAtStart: false,
    async work(stopping) {
      const rooms = online.busiest().filter((roomId) => audience(roomId) > 0 && online.of(roomId).memberIds.size > 0);
      for (const roomIds of inParts(rooms, maxRooms)) if (!stopping.aborted) await write(roomIds);
    },
  });
}

function viewersOf(roomId: string, timeline: Timeline, userIds: ReadonlySet<string>, nowMs: number): store.Viewer[] {
  const { mediaId, mediaName: name, isLive, durationSeconds: length } = timeline;
  if (mediaId === null || !isRunning(timeline)) return [];
  const positionSeconds = positionAt(timeline, nowMs);
  const durationSeconds = isLive ? null : length;
  const isAtEnd = isEnd(positionSeconds, durationSeconds);
  return [...userIds].map((userId) => ({
    userId,
    roomId,
    mediaId,
    name,
    positionSeconds,
    durationSeconds,
    isAtEnd,
  }));
}

/** The items that these viewers watch, each with the viewers who keep a history. Pure. */
function screeningsOf(viewers: readonly store.Viewer[], keepers: ReadonlySet<string>): Screening[] {
  const byRoom = new Map<string, Screening & { readonly viewerIds: string[] }>();
  for (const { userId, isAtEnd: _, ...item } of viewers) {
    const screening = byRoom.get(item.roomId) ?? { ...item, viewerIds: [] };
    byRoom.set(item.roomId, screening);
    if (keepers.has(userId)) screening.viewerIds.push(userId);
  }
  return [...byRoom.values()];
}

/** Whether a person who leaves at this position has watched to the end. Pure. [OH3] */
export function isEnd(positionSeconds: number, durationSeconds: number | null): boolean {
  if (durationSeconds === null) return false;
  return positionSeconds >= durationSeconds - Math.max(endSeconds, durationSeconds * endPart);
}

function inParts<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size));
}
