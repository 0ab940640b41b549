import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';

/** A person for whom playback waits. */
export interface Straggler {
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
}

/** A pause of the room that has an end. */
export interface BreakTime {
  readonly untilMs: number;
  /** True: playback resumes automatically at the end. */
  readonly goesOn: boolean;
}

/** The stored state of a room's playback. Times are server time in milliseconds since 1970. */
export interface Timeline {
  readonly mediaId: string | null;
  readonly playlistId: string | null;
  readonly mediaName: string;
  readonly positionSeconds: number;
  readonly speed: number;
  readonly isPlaying: boolean;
  readonly atMs: number;
  readonly startAtMs: number;
  readonly version: number;
  readonly durationSeconds: number | null;
  /** The item is a stream without beginning and end. */
  readonly isLive: boolean;
  /** Server time of position 0 while the past of a live stream is watched. Absent in states of an earlier version. */
  readonly liveFromMs?: number | null;
  readonly waiting: {
    readonly members: readonly Straggler[];
    readonly untilMs: number;
    /** Start of the wait. Absent in states that an earlier version stored. */
    readonly sinceMs?: number | undefined;
  } | null;
  readonly breakTime: BreakTime | null;
  readonly action: PlaybackAction;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly actorDisplayName: string;
  readonly clientOperationId: string | null;
  readonly previousPositionSeconds: number | null;
  /** Determines the shuffled order. Stays the same while an item is chosen. */
  readonly shuffleSeed: number;
  /** The playing entry of a dynamic playlist. */
  readonly targetHash: string | null;
  /** The data that starts that entry again. */
  readonly target: string | null;
}

/** The state of a room that has not played anything yet. */
export const emptyTimeline: Timeline = {
  mediaId: null,
  playlistId: null,
  mediaName: '',
  positionSeconds: 0,
  speed: 1,
  isPlaying: false,
  atMs: 0,
  startAtMs: 0,
  version: 0,
  durationSeconds: null,
  isLive: false,
  liveFromMs: null,
  waiting: null,
  breakTime: null,
  action: PlaybackAction.STOP,
  actorId: null,
  actorName: '',
  actorDisplayName: '',
  clientOperationId: null,
  previousPositionSeconds: null,
  shuffleSeed: 0,
  targetHash: null,
  target: null,
};

/** True while the position moves, or will move from `startAtMs` on. */
export function isRunning({ isPlaying, waiting }: Timeline): boolean {
  return isPlaying && waiting === null;
}

/**
 * The position of the film at `nowMs`, in seconds from the start of the item: the anchor while it is paused or has not
 * started yet, otherwise anchor + elapsed × speed, at most the end. Pure. [PB1]–[PB3]
 */
export function positionAt(timeline: Timeline, nowMs: number): number {
  const elapsedSeconds = isRunning(timeline) ? Math.max(0, nowMs - timeline.startAtMs) / 1000 : 0;
  const position = timeline.positionSeconds + elapsedSeconds * timeline.speed;
  return Math.min(position, timeline.durationSeconds ?? Number.POSITIVE_INFINITY);
}

/** When the item ends, in server milliseconds; undefined while it is paused or its length is unknown. Pure. [PB4] */
export function endsAtMs(timeline: Timeline): number | undefined {
  if (!isRunning(timeline) || timeline.durationSeconds === null) return undefined;
  return (
    timeline.startAtMs + (Math.max(0, timeline.durationSeconds - timeline.positionSeconds) / timeline.speed) * 1000
  );
}

/** When playback resumes automatically after a break, in server milliseconds; undefined: it does not. Pure. [PB29] */
export function breakEndsAtMs({ isPlaying, breakTime }: Timeline): number | undefined {
  return !isPlaying && breakTime?.goesOn ? breakTime.untilMs : undefined;
}

/** Time (ms) that a client needs apart from the network, to decode a frame and start a timer. */
const marginMs = 60;

/**
 * How far ahead a start is scheduled so that everyone has received it: twice the slow members' round trip plus a
 * margin, between 150 and 1 500 ms. Pure. [PB5]
 */
export function startLeadMs(roundTripP90Ms: number): number {
  return Math.min(1_500, Math.max(150, 2 * roundTripP90Ms + marginMs));
}

/** The user who asked for a change, and the kind of change. */
export interface Cause {
  readonly action: PlaybackAction;
  readonly actorId?: string;
  readonly actorName?: string;
  readonly actorDisplayName?: string;
  readonly clientOperationId?: string | undefined;
}

/**
 * The next state: computes the position at `nowMs`, replaces the fields in `change`, and increments the version. Pure.
 * [PB6]
 */
export function advance(timeline: Timeline, nowMs: number, cause: Cause, change: Partial<Timeline>): Timeline {
  return {
    ...timeline,
    positionSeconds: positionAt(timeline, nowMs),
    atMs: nowMs,
    startAtMs: Math.max(nowMs, timeline.startAtMs),
    previousPositionSeconds: null,
    breakTime: null,
    ...change,
    version: timeline.version + 1,
    action: cause.action,
    actorId: cause.actorId ?? null,
    actorName: cause.actorName ?? '',
    actorDisplayName: cause.actorDisplayName ?? '',
    clientOperationId: cause.clientOperationId ?? null,
  };
}
