import type { PlaybackReport, PlaybackState } from '@matinee/contract/gen/api.ts';
import type { SyncStatus } from './sync/status.ts';

/** A player that plays sends reports at least this often, in milliseconds. */
export const reportEveryMs = 5_000;
/** A report is sent at once when the skew changes by more than this, in milliseconds. */
const skewStepMs = 50;

/** The facts behind a report. */
export interface PlayerFacts {
  readonly mediaId: string;
  readonly state: PlaybackState;
  readonly status: SyncStatus;
  /** Undefined while the player does not know it, and for a live stream. */
  readonly durationSeconds: number | undefined;
  /** True once this player has played the item. */
  readonly hasRun: boolean;
  /**
   * True for a person who came while the others were already watching the item: the room does not wait for their first
   * load.
   */
  readonly isLate: boolean;
  readonly hasProblem: boolean;
  readonly isHidden: boolean;
}

/**
 * A person who gets an item this long after its start comes late to it, in milliseconds. The others all load it at the
 * same time.
 */
const freshStartMs = 5_000;

/** Whether a person who gets the item of `state` now comes late to it. [SY26] */
export function comesLate(state: PlaybackState, serverNowMs: number): boolean {
  return state.is_playing && serverNowMs - state.start_at_ms > freshStartMs;
}

/** The report for `facts`. [SY26] */
export function reportOf(facts: PlayerFacts): PlaybackReport {
  const { status, durationSeconds } = facts;
  return {
    media_id: facts.mediaId,
    state: presenceOf(facts),
    ended: status.phase === 'ended',
    ...(status.skewMs === undefined ? {} : { skew_ms: Math.round(status.skewMs) }),
    ...(durationSeconds === undefined ? {} : { duration_seconds: durationSeconds }),
    ...(status.liveNeedMs === undefined ? {} : { live_delay_ms: status.liveNeedMs }),
  };
}

function presenceOf(facts: PlayerFacts): PlaybackReport['state'] {
  const { state, status } = facts;
  const idle = facts.isHidden ? 'away' : 'idle';
  if (!state.is_playing || facts.hasProblem || status.refused === 'play' || status.phase === 'ended') return idle;
  if (facts.isLate && !facts.hasRun && state.waiting === undefined) return idle;
  return status.isBuffering ? 'buffering' : 'playing';
}

/** True when `report` differs enough from the last one to be sent. */
export function isNews(report: PlaybackReport, last: PlaybackReport | undefined): boolean {
  if (last === undefined) return true;
  const isOther = (['media_id', 'state', 'ended', 'duration_seconds', 'live_delay_ms'] as const).some(
    (key) => report[key] !== last[key],
  );
  return isOther || Math.abs((report.skew_ms ?? 0) - (last.skew_ms ?? 0)) > skewStepMs;
}
