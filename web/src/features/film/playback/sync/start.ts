import { delayMs, type LearnedDelays, learn } from './learned.ts';
import { isLoadedAt, isSeekableAt, type PlayerView, ready } from './media-port.ts';

/** When the picture should start to move, in local time. */
interface Aim {
  readonly atMs: number;
  /** How many times this start has aimed, including this time. */
  readonly count: number;
}

/** A start under way. */
export type Start =
  /**
   * The player has been seeking or loading since `sinceMs`. The time that this takes is a measurement of the delay
   * `teaches`.
   */
  | {
      readonly kind: 'loading';
      readonly aim: Aim;
      readonly sinceMs: number;
      readonly teaches: 'seek' | 'load' | undefined;
    }
  /** The player stands in place and waits; `wakeStart` is due at `wakeAtMs`. */
  | { readonly kind: 'timed'; readonly aim: Aim; readonly wakeAtMs: number };

/** The facts that a start needs. Positions are in seconds, times are local. */
export interface StartMoment {
  readonly nowMs: number;
  readonly player: PlayerView;
  readonly delays: LearnedDelays;
  readonly speed: number;
  /** The room's film does not move before this. */
  readonly startAtMs: number;
  readonly positionAt: (localMs: number) => number;
}

/** The outcome of a look at a start. */
export type StartStep =
  /** The start goes on, after a seek if `seekTo` is set. */
  | {
      readonly kind: 'going';
      readonly start: Start;
      readonly delays: LearnedDelays;
      readonly seekTo: number | undefined;
    }
  /** The player has to play now. `wasInTime`: everything was ready, so any error comes from the delay of `play()`. */
  | { readonly kind: 'play'; readonly wasInTime: boolean; readonly delays: LearnedDelays };

/** A player this near to the place, in milliseconds, does not seek. It starts earlier or later instead. */
const shiftMs = { earlier: 100, later: 400 } as const;
/** A start that is less late than this, in milliseconds, goes on; the corrector makes up for it. */
const lateMs = 60;
/** A start aims at most this often, with more time each time. Then it plays from where it is. [SY9] */
const mostAims = 3;
/** Seconds that must be loaded before a start. */
const leastSeconds = 0.3;
/** Browsers' timers are a few milliseconds late, so a separate timer covers the last stretch. In milliseconds. */
const timerSlackMs = 4;

/**
 * Aims at the room's position: with a timer from the current place, or with a seek to where the room will be when the
 * seek is done. Pure. [SY6] [SY8]
 */
export function beginStart(at: StartMoment): StartStep {
  return takeAim(at, 1);
}

/** Checks whether a start that loads can go on. Pure. [SY9] [SY20] */
export function stepStart(start: Start, at: StartMoment): StartStep {
  if (start.kind !== 'loading' || !isReady(at.player)) return going(start, at);
  const { aim, teaches, sinceMs } = start;
  const delays = teaches === undefined ? at.delays : learn(at.delays, teaches, at.nowMs - sinceMs);
  const taught = { ...at, delays };
  const lateByMs = at.nowMs - (aim.atMs - delayMs(delays, 'play'));
  const isWorthAnother =
    lateByMs > lateMs &&
    aim.count < mostAims &&
    isLoadedAt(at.player, at.positionAt(at.nowMs + delayMs(delays, 'seek') * 2), leastSeconds);
  return isWorthAnother ? takeAim(taught, aim.count + 1) : schedule(aim, taught);
}

/** Plays when the moment has come. Pure. [SY6] */
export function wakeStart(start: Start, at: StartMoment): StartStep {
  return start.kind === 'timed' ? schedule(start.aim, at) : going(start, at);
}

function takeAim(at: StartMoment, count: number): StartStep {
  const soonestMs = at.nowMs + Math.max(0, delayMs(at.delays, 'play')) + timerSlackMs;
  const inPlace = aimInPlace(at, soonestMs, count);
  if (inPlace) return schedule(inPlace, at);
  const seekPlace = at.positionAt(soonestMs + delayMs(at.delays, 'seek'));
  if (!isSeekableAt(at.player, seekPlace)) return schedule({ atMs: Math.max(at.startAtMs, soonestMs), count }, at);
  const teaches = isLoadedAt(at.player, seekPlace, leastSeconds) ? 'seek' : 'load';
  const atMs = Math.max(at.startAtMs, soonestMs + delayMs(at.delays, teaches) * 1.25 * count);
  return going({ kind: 'loading', aim: { atMs, count }, sinceMs: at.nowMs, teaches }, at, at.positionAt(atMs));
}

/** The aim of a player that is near enough to start from its place; undefined when it has to seek. */
function aimInPlace(at: StartMoment, soonestMs: number, count: number): Aim | undefined {
  const { player } = at;
  if (player.seeking) return undefined;
  const wantedMs = Math.max(at.startAtMs, soonestMs);
  const aheadMs = ((player.currentTime - at.positionAt(wantedMs)) * 1000) / at.speed;
  const atMs = wantedMs + aheadMs;
  if (aheadMs < -shiftMs.earlier || aheadMs > shiftMs.later || atMs < soonestMs) return undefined;
  return { atMs, count };
}

function schedule(aim: Aim, at: StartMoment): StartStep {
  const { nowMs } = at;
  const leftMs = aim.atMs - delayMs(at.delays, 'play') - nowMs;
  if (leftMs > 0) {
    const waitMs = leftMs > 3 * timerSlackMs ? leftMs - timerSlackMs : leftMs;
    return going({ kind: 'timed', aim, wakeAtMs: nowMs + waitMs }, at);
  }
  // The moment came before the data, so the start waits for the data.
  if (!isReady(at.player)) return going({ kind: 'loading', aim, sinceMs: nowMs, teaches: undefined }, at);
  return { kind: 'play', wasInTime: leftMs > -timerSlackMs, delays: at.delays };
}

function going(start: Start, { delays }: StartMoment, seekTo?: number): StartStep {
  return { kind: 'going', start, delays, seekTo };
}

function isReady(player: PlayerView): boolean {
  return (
    !player.seeking && player.readyState >= ready.futureData && isLoadedAt(player, player.currentTime, leastSeconds)
  );
}
