/** The rules of sync.md §5 and §6 as a state machine. Errors are milliseconds, positive when the picture is ahead of the room. Pure. */

export const limits = {
  /** Hysteresis: ignoring small drift would let it ratchet up, correcting it to nothing would never rest. */
  beginMs: 15,
  endMs: 4,
  /** Up to this much faster or slower, pitch kept, nobody notices. */
  gentle: 0.05,
  /** Above `hurryAboveMs` it may show a little. */
  hurry: 0.1,
  hurryAboveMs: 100,
  /** A hurry goes on until here. (sync.md has it from 250 ms up only: 200 ms at the gentle rate take four seconds, which is measured as too long.) */
  hurryDownToMs: 50,
  /** Who has just come is not yet absorbed, and the first start of a page is off most: so long after the rest the speed may change by so much. */
  arrivalMs: 2_000,
  arrival: 0.25,
  /** What an error is divided by for that. */
  arrivalFallMs: 500,
  /** A change of speed costs the player a small glitch, so each lasts. */
  holdMs: 300,
  /** A smaller change of speed is not worth a glitch. */
  leastChange: 0.004,
  seekAboveMs: 500,
  /** After an interruption the picture stood still anyway: a seek from here on is sooner over than a hurry. */
  seekAfterInterruptionAboveMs: 100,
  /** After a seek or a start, in which the player settles. */
  restMs: 400,
  mostSeeks: 3,
  seeksWithinMs: 30_000,
  /** Loose following ends when it has come this near by itself. */
  caughtUpMs: 40,
} as const;

/** What the corrector remembers between two looks. */
export interface Correction {
  /** What the room's speed is multiplied by; 1: nothing to correct. */
  readonly factor: number;
  /** When the factor was set. */
  readonly sinceMs: number;
  readonly restUntilMs: number;
  /** Times of own seeks in the last 30 s. */
  readonly seeks: readonly number[];
  /** True after too many seeks: only the speed is changed until it has caught up. */
  readonly isLoose: boolean;
}

export const noCorrection: Correction = { factor: 1, sinceMs: 0, restUntilMs: 0, seeks: [], isLoose: false };

/** What is known when the corrector looks. */
export interface Look {
  readonly nowMs: number;
  /** Undefined: nothing reliable was measured. */
  readonly errorMs: number | undefined;
  /** True when the data at the place to seek to is there. */
  readonly maySeek: boolean;
  /** True at the first look after the player stood still although it should have played. */
  readonly wasInterrupted?: boolean;
}

/** What to do: nothing, or play at `speed × factor` (in the state), or seek to the room's position. */
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
  const seekAboveMs = look.wasInterrupted ? limits.seekAfterInterruptionAboveMs : limits.seekAboveMs;
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
  return nudge(correction, look.nowMs, errorMs);
}

/** A new rest begins: after a seek, a start, or a stall. */
export function rest(correction: Correction, nowMs: number): Correction {
  return { ...correction, factor: 1, sinceMs: nowMs, restUntilMs: nowMs + limits.restMs };
}

/** Somebody changed the playback, or asked to catch up: earlier seeks do not count any more. */
export function forgive(correction: Correction): Correction {
  return { ...correction, seeks: [], isLoose: false };
}

function nudge(correction: Correction, nowMs: number, errorMs: number): Decision {
  const isNudging = correction.factor !== 1;
  const none: Decision = { correction, action: 'none' };
  if (!isNudging && Math.abs(errorMs) <= limits.beginMs) return none;
  // Also the end waits for the hold: a shorter nudge costs two glitches for next to nothing.
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

/** [SY32] */
function factorOnArrival(errorMs: number): number {
  return 1 - Math.max(-limits.arrival, Math.min(limits.arrival, errorMs / limits.arrivalFallMs));
}

/** 1 + clamp(error ÷ 1 s), against the error's side. */
function factorFor(errorMs: number, wasHurrying: boolean): number {
  const size = Math.abs(errorMs);
  if (wasHurrying && size > limits.hurryDownToMs) return 1 - Math.sign(errorMs) * limits.hurry;
  const most = size > limits.hurryAboveMs ? limits.hurry : limits.gentle;
  return 1 - Math.max(-most, Math.min(most, errorMs / 1000));
}
