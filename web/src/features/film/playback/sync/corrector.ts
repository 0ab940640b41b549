/**
 * Decides how a player that is out of step returns to the room: by a slightly different speed, or by a seek. Errors are
 * in milliseconds, positive when the picture is ahead of the room. Pure. [SY12]–[SY19]
 */

export const limits = {
  /**
   * Correction begins above the first bound and ends below the second. With one bound it would switch on and off all
   * the time.
   */
  beginMs: 15,
  endMs: 4,
  /** A change of speed that people do not notice while the pitch stays the same. */
  gentle: 0.05,
  /** Allowed above `hurryAboveMs`. People may notice it a little. */
  hurry: 0.1,
  hurryAboveMs: 100,
  /** A hurry ends below this error. At the gentle rate, 200 ms would take four seconds, which is too long. */
  hurryDownToMs: 50,
  /**
   * For `arrivalMs` after the rest, the speed may change by `arrival`. The first start of a page has the largest error,
   * and a person who has just come does not notice. [SY32]
   */
  arrivalMs: 2_000,
  arrival: 0.25,
  /** During an arrival, the speed changes by the error divided by this. */
  arrivalFallMs: 500,
  /** Each change of speed costs a small glitch, so it lasts at least this long. */
  holdMs: 300,
  /** Smallest change of speed: a smaller one is not worth the glitch. */
  leastChange: 0.004,
  seekAboveMs: 500,
  /**
   * After an interruption, the player seeks above this error: the picture stood still anyway, and a seek is faster than
   * a hurry.
   */
  seekAfterInterruptionAboveMs: 100,
  /** A coarse player seeks above this error, and is not corrected below it. */
  coarseSeekAboveMs: 1_000,
  /** No correction for this long after a seek or a start, until the player has settled. */
  restMs: 400,
  mostSeeks: 3,
  seeksWithinMs: 30_000,
  /** Loose following ends below this error. */
  caughtUpMs: 40,
} as const;

/** The state of the corrector from one look to the next. */
export interface Correction {
  /** The factor on the room's speed; 1: nothing to correct. */
  readonly factor: number;
  /** When the factor was set. */
  readonly sinceMs: number;
  readonly restUntilMs: number;
  /** Times of the engine's own seeks in the last 30 s. */
  readonly seeks: readonly number[];
  /** True after too many seeks: until the player has caught up, only its speed changes. */
  readonly isLoose: boolean;
}

export const noCorrection: Correction = { factor: 1, sinceMs: 0, restUntilMs: 0, seeks: [], isLoose: false };

/** The facts for one look of the corrector. */
export interface Look {
  readonly nowMs: number;
  /** Undefined when nothing reliable was measured. */
  readonly errorMs: number | undefined;
  /** True when the data at the target of a seek has loaded. */
  readonly maySeek: boolean;
  /** True at the first look after the player stood still when it should have played. */
  readonly wasInterrupted?: boolean;
  /** The player cannot be measured or corrected finely. */
  readonly isCoarse?: boolean;
}

/** The action: none, play at the room's speed × `factor` of `correction`, or seek to the room's position. */
export interface Decision {
  readonly correction: Correction;
  readonly action: 'none' | 'rate' | 'seek';
}

/** Decides what to do about the error. [SY12]–[SY19] */
export function decide(correction: Correction, look: Look): Decision {
  const { nowMs, errorMs } = look;
  if (errorMs === undefined || (nowMs < correction.restUntilMs && !look.wasInterrupted))
    return { correction, action: 'none' };
  const size = Math.abs(errorMs);
  if (correction.isLoose && size < limits.caughtUpMs) return decide({ ...correction, isLoose: false, seeks: [] }, look);
  const seekAboveMs = seekBound(look);
  if (size > seekAboveMs && look.maySeek && !correction.isLoose) {
    const seeks = correction.seeks.filter((at) => nowMs - at < limits.seeksWithinMs);
    if (seeks.length < limits.mostSeeks) {
      return {
        correction: { ...correction, factor: 1, sinceMs: nowMs, seeks: [...seeks, nowMs] },
        action: 'seek',
      };
    }
    if (size > limits.seekAboveMs) return decide({ ...correction, isLoose: true }, look);
  }
  // One speed step of a coarse player is too large: it would overshoot the room again and again.
  if (look.isCoarse) return { correction, action: 'none' };
  return nudge(correction, look.nowMs, errorMs);
}

/** The error above which the player seeks, in milliseconds. [SY16] [SY31] [SY57] */
function seekBound({ isCoarse, wasInterrupted }: Look): number {
  if (isCoarse) return limits.coarseSeekAboveMs;
  return wasInterrupted ? limits.seekAfterInterruptionAboveMs : limits.seekAboveMs;
}

/** Begins a rest: after a seek, a start or a stall. */
export function rest(correction: Correction, nowMs: number): Correction {
  return { ...correction, factor: 1, sinceMs: nowMs, restUntilMs: nowMs + limits.restMs };
}

/** Forgets earlier seeks after a person changed the playback, or asked to catch up. [SY18] */
export function forgive(correction: Correction): Correction {
  return { ...correction, seeks: [], isLoose: false };
}

function nudge(correction: Correction, nowMs: number, errorMs: number): Decision {
  const isNudging = correction.factor !== 1;
  const none: Decision = { correction, action: 'none' };
  if (!isNudging && Math.abs(errorMs) <= limits.beginMs) return none;
  // A nudge keeps its minimum time even if it has done its work: a shorter one would cost two glitches for nothing.
  const hasCrossed = isNudging && Math.sign(errorMs) === Math.sign(correction.factor - 1);
  const isOver = isNudging && (Math.abs(errorMs) < limits.endMs || hasCrossed);
  if (isNudging && nowMs - correction.sinceMs < limits.holdMs) return none;
  const isArriving = nowMs < correction.restUntilMs + limits.arrivalMs;
  const factor = isOver ? 1 : isArriving ? factorOnArrival(errorMs) : factorFor(errorMs, isHurrying(correction));
  if (Math.abs(factor - correction.factor) < (isOver ? 0 : limits.leastChange)) return none;
  return { correction: { ...correction, factor, sinceMs: nowMs }, action: 'rate' };
}

function isHurrying({ factor }: Correction): boolean {
  return Math.abs(factor - 1) > limits.gentle + 1e-6;
}

/** The factor during an arrival: larger changes of speed are allowed. [SY32] */
function factorOnArrival(errorMs: number): number {
  return 1 - Math.max(-limits.arrival, Math.min(limits.arrival, errorMs / limits.arrivalFallMs));
}

/** 1 − clamp(error ÷ 1 s): slower when the picture is ahead. [SY13] [SY14] */
function factorFor(errorMs: number, wasHurrying: boolean): number {
  const size = Math.abs(errorMs);
  if (wasHurrying && size > limits.hurryDownToMs) return 1 - Math.sign(errorMs) * limits.hurry;
  const most = size > limits.hurryAboveMs ? limits.hurry : limits.gentle;
  return 1 - Math.max(-most, Math.min(most, errorMs / 1000));
}
