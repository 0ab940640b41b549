import type { EngineState, Phase, Refusal } from './engine-state.ts';
import { skewOf } from './following.ts';

/** The status that the interface and the diagnostics show. */
export interface SyncStatus {
  readonly phase: Phase['kind'];
  /** How far the picture is ahead of the room, in milliseconds; undefined while nothing is measured. */
  readonly skewMs: number | undefined;
  /** The factor on the room's speed. */
  readonly factor: number;
  readonly isLoose: boolean;
  /** True when data has been missing for more than a moment. */
  readonly isBuffering: boolean;
  readonly refused: Refusal;
  /** True for another site's player, which is in step to about a second. */
  readonly isCoarse: boolean;
  /** The engine's own seeks since the page was opened, for the bench. */
  readonly seeks: number;
  /** True for a live stream, in which everybody is at one place near its newest part. */
  readonly isLive: boolean;
  /**
   * How long after its own time the picture of a live stream is shown, in whole seconds; undefined: not live, or
   * unknown.
   */
  readonly liveDelaySeconds: number | undefined;
  /** How far behind its dates this player has to be, in milliseconds; undefined: not live, or it is not known. */
  readonly liveNeedMs: number | undefined;
  /** True: the player cannot seek in the item. */
  readonly isFixed: boolean;
}

/** Missing data is reported only after this, in milliseconds: a seek into loaded data is over sooner. */
const patienceMs = 600;

/** The status of `state`. Pure. [SY22] */
export function statusOf(state: EngineState, nowMs: number, isCoarse = false): SyncStatus {
  const { phase, correction, missingSinceMs, motion } = state;
  const skewMs = phase.kind === 'following' ? skewOf(phase, correction, nowMs) : undefined;
  return {
    phase: phase.kind,
    skewMs: skewMs === undefined ? undefined : Math.round(skewMs),
    factor: correction.factor,
    isLoose: correction.isLoose,
    isBuffering:
      missingSinceMs !== undefined && nowMs - missingSinceMs > patienceMs && motion?.state.media_id !== undefined,
    refused: state.refused,
    isCoarse,
    seeks: state.seeks,
    isLive: state.live !== undefined,
    liveDelaySeconds: state.live?.delaySeconds,
    liveNeedMs: state.live?.need?.ms,
    isFixed: state.isFixed && motion?.state.media_id !== undefined,
  };
}

/** True when `next` equals `shown`. */
export function isSameStatus(shown: SyncStatus, next: SyncStatus): boolean {
  return (Object.keys(next) as (keyof SyncStatus)[]).every((key) => next[key] === shown[key]);
}

/** True while the film runs as the room wants it. */
export function isRunning({ phase }: SyncStatus): boolean {
  return phase === 'following' || phase === 'live';
}
