import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Log } from '../../../kernel/log.ts';
import { Alarms } from '../../../kernel/time/alarms.ts';
import type { Rooms } from '../../rooms/rooms/rooms.port.ts';
import type { PlaybackService } from './playback.service.ts';
import { advance, isRunning, positionAt, type Straggler, type Timeline } from './timeline.ts';

/** A connected person, and the state of their player. */
export interface Watcher extends Straggler {
  readonly state: PresenceState;
}

/** A player that buffers for less than this time, in milliseconds, does not make the room wait. */
const graceMs = 300;
/** After playback resumed without a person, the room does not wait for them again for this time, in milliseconds. */
const patienceMs = 60_000;
/** Delay (ms) before a failed judgement of a room is retried, so that the room does not wait forever. */
const retryMs = 1_000;

/**
 * Finds the people who are not ready, and whether enough others are. The room does not wait for people in `tried`,
 * unless all players buffer: then nobody could watch. Pure. [PB14] [PB15] [PB27]
 */
export function judge(watchers: readonly Watcher[], quorumPercent: number, tried: ReadonlySet<string>) {
  const watching = watchers.filter(({ state }) => state === PresenceState.PLAYING || state === PresenceState.BUFFERING);
  const buffering = watching.filter(({ state }) => state === PresenceState.BUFFERING);
  const doesNobodyPlay = watching.length > 0 && buffering.length === watching.length;
  const stragglers = doesNobodyPlay ? buffering : buffering.filter(({ userId }) => !tried.has(userId));
  const readyPercent = watching.length === 0 ? 100 : (100 * (watching.length - stragglers.length)) / watching.length;
  return { stragglers, doesNobodyPlay, isQuorate: stragglers.length === 0 || readyPercent >= quorumPercent };
}

export interface WaitingParts {
  readonly rooms: Rooms;
  /** The people in the room, on all replicas. */
  readonly watchers: (roomId: string) => readonly Watcher[];
  readonly clock: Clock;
  readonly log: Log;
}

export type Waiting = ReturnType<typeof makeWaiting>;

/** Pauses playback for people who buffer, for at most the time in the room's settings. [PB14]–[PB17] */
export function makeWaiting({ rooms, watchers, clock, log }: WaitingParts, service: PlaybackService) {
  const looks = new Alarms(clock);
  const patience = makePatience(clock);
  const grace = makeGrace(clock);

  /** Judges the room after `delayMs`, unless an earlier judgement is due. */
  function look(roomId: string, delayMs: number): void {
    const due = looks.find(roomId);
    if (due && due.atMs <= clock.nowMs() + delayMs) return;
    looks.set(roomId, delayMs, () =>
      judgeRoom(roomId).catch((err) => {
        // The room may have been deleted.
        if (err instanceof AppError && err.code === 'not_found') return;
        logFailedWork(log, err, 'could not decide whether to wait; it tries again', { roomId });
        look(roomId, retryMs);
      }),
    );
  }

  async function judgeRoom(roomId: string): Promise<void> {
    const { waitSeconds, waitQuorumPercent } = await rooms.getSettings(roomId);
    if (waitSeconds === 0) return grace.forget(roomId);
    const graceLeftMs = grace.leftMs(roomId);
    const next = await service.change(roomId, (timeline, nowMs) => {
      const all = watchers(roomId);
      const judged = timeline.waiting ? all : all.filter(({ userId }) => !grace.has(roomId, userId));
      const judgement = judge(judged, waitQuorumPercent, patience.lostWith(roomId));
      const timings = { waitMs: waitSeconds * 1000, leadMs: service.leadMs(roomId) };
      const { timeline: decided, givenUp } = decide(timeline, nowMs, judgement, timings);
      patience.lose(roomId, givenUp);
      return decided && { timeline: decided };
    });
    const waiting = next?.waiting ?? (await service.read(roomId)).waiting;
    if (waiting) look(roomId, nextLookMs(waiting.untilMs - clock.nowMs()));
    else if (graceLeftMs > 0) look(roomId, graceLeftMs);
  }

  return {
    /** Called when a player's state changes. */
    onReport(roomId: string, userId: string, state: PresenceState): void {
      const isBuffering = state === PresenceState.BUFFERING;
      if (isBuffering) grace.give(roomId, userId);
      else grace.end(roomId, userId);
      look(roomId, isBuffering ? graceMs : 50);
    },
    /** Called when the room's state changes. A waiting room is judged repeatedly, so that the wait ends in time. */
    onChanged: (roomId: string, timeline: Timeline) => {
      if (timeline.waiting) look(roomId, graceMs);
    },
    part: {
      name: 'waiting',
      stop: async () => looks.end(),
    },
  };
}

/** A player this near to the end of an item (s) reports buffering because no data is left. */
const endSeconds = 1;

/**
 * The state that follows from the buffering people; no `timeline`: the state stays. The room does not wait for people
 * in `givenUp` for a while. Pure. [PB14]–[PB17]
 */
function decide(
  timeline: Timeline,
  nowMs: number,
  { stragglers, doesNobodyPlay, isQuorate }: ReturnType<typeof judge>,
  { waitMs, leadMs }: { readonly waitMs: number; readonly leadMs: number },
): { readonly timeline?: Timeline; readonly givenUp: readonly Straggler[] } {
  if (!timeline.isPlaying) return { givenUp: [] };
  const members = stragglers.map(({ userId, username, displayName }) => ({ userId, username, displayName }));
  const wait = (untilMs: number, sinceMs: number | undefined) =>
    advance(timeline, nowMs, { action: PlaybackAction.WAIT }, { waiting: { members, untilMs, sinceMs } });
  if (timeline.waiting === null) {
    // Near the end, buffering players need no more data.
    const isAtEnd = positionAt(timeline, nowMs) >= (timeline.durationSeconds ?? Number.POSITIVE_INFINITY) - endSeconds;
    if (isQuorate || !isRunning(timeline) || isAtEnd) return { givenUp: [] };
    return { timeline: wait(nowMs + waitMs, nowMs), givenUp: [] };
  }
  const isOver = nowMs >= timeline.waiting.untilMs && !doesNobodyPlay;
  if (isOver || isQuorate) {
    const change = { waiting: null, startAtMs: nowMs + leadMs };
    const resumed = advance(timeline, nowMs, { action: PlaybackAction.RESUME }, change);
    return { timeline: resumed, givenUp: isOver ? members : [] };
  }
  const isSame = members.map((m) => m.userId).join() === timeline.waiting.members.map((m) => m.userId).join();
  const { untilMs, sinceMs } = timeline.waiting;
  return isSame ? { givenUp: [] } : { timeline: wait(untilMs, sinceMs), givenUp: [] };
}

/**
 * Delay until a waiting room is judged again: in steps until its time is over, then once a second while no player can
 * play.
 */
function nextLookMs(leftMs: number): number {
  return leftMs <= 0 ? 1_000 : Math.max(graceMs, Math.min(1_000, leftMs));
}

/**
 * Remembers, by room, the people who have just begun to buffer. A judgement that was due for another person does not
 * make the room wait for them.
 */
function makeGrace(clock: Clock) {
  const untilMs = new Map<string, Map<string, number>>();
  const has = (roomId: string, userId: string) => (untilMs.get(roomId)?.get(userId) ?? 0) > clock.nowMs();
  return {
    has,
    give(roomId: string, userId: string): void {
      const room = untilMs.get(roomId) ?? new Map<string, number>();
      if (!has(roomId, userId)) room.set(userId, clock.nowMs() + graceMs);
      untilMs.set(roomId, room);
    },
    end(roomId: string, userId: string): void {
      const room = untilMs.get(roomId);
      room?.delete(userId);
      if (room?.size === 0) untilMs.delete(roomId);
    },
    forget(roomId: string): void {
      untilMs.delete(roomId);
    },
    /** The longest remaining grace in milliseconds. Deletes expired ones. */
    leftMs(roomId: string): number {
      const room = untilMs.get(roomId);
      if (!room) return 0;
      for (const userId of [...room.keys()]) if (!has(roomId, userId)) room.delete(userId);
      if (room.size === 0) untilMs.delete(roomId);
      return Math.max(0, ...[...room.values()].map((each) => each - clock.nowMs()));
    },
  };
}

/** Remembers, by room, the people without whom playback resumed. */
function makePatience(clock: Clock) {
  /** When the room waits for each person again, by room and user. */
  const lost = new Map<string, Map<string, number>>();
  return {
    /** The people for whom the room does not wait now. */
    lostWith(roomId: string): ReadonlySet<string> {
      const room = lost.get(roomId);
      if (!room) return new Set();
      for (const [userId, untilMs] of room) if (untilMs <= clock.nowMs()) room.delete(userId);
      if (room.size === 0) lost.delete(roomId);
      return new Set(room.keys());
    },
    lose(roomId: string, members: readonly Straggler[]): void {
      if (members.length === 0) return;
      const room = lost.get(roomId) ?? new Map<string, number>();
      for (const { userId } of members) room.set(userId, clock.nowMs() + patienceMs);
      lost.set(roomId, room);
    },
  };
}
