import type { PlaybackReport, PlaybackState } from '@matinee/contract/gen/api.ts';
import type { SyncStatus } from './sync/status.ts';

/** A player that plays sends a report at least this often, in milliseconds. */
export const reportEveryMs = 5_000;
/** A report is sent at once when the skew changes by more than this, in milliseconds. */
const skewStepMs = 50;

/** What a report is made from. */
export interface PlayerFacts {
  readonly mediaId: string;
  readonly state: PlaybackState;
  readonly status: SyncStatus;
  /** Undefined while the player does not know it; a live stream has none. */
  readonly durationSeconds: number | undefined;
  /** True once this player has played the item. A person who comes late does not make the others wait. */
  readonly hasRun: boolean;
  readonly hasProblem: boolean;
  readonly isHidden: boolean;
}

/** For this long after the start of an item everybody loads it at the same time, so people wait for each other. */
const freshStartMs = 5_000;

/** The report for `facts`. [SY26] */
export function reportOf(facts: PlayerFacts, serverNowMs: number): PlaybackReport {
  const { status, durationSeconds } = facts;
  return {
    media_id: facts.mediaId,
    state: presenceOf(facts, serverNowMs),
    ended: status.phase === 'ended',
    ...(status.skewMs === undefined ? {} : { skew_ms: Math.round(status.skewMs) }),
    ...(durationSeconds === undefined ? {} : { duration_seconds: durationSeconds }),
  };
}

function presenceOf(facts: PlayerFacts, serverNowMs: number): PlaybackReport['state'] {
  const { state, status } = facts;
  const idle = facts.isHidden ? 'away' : 'idle';
  if (!state.is_playing || facts.hasProblem || status.refused === 'play' || status.phase === 'ended') return idle;
  if (!facts.hasRun && serverNowMs - state.start_at_ms > freshStartMs && state.waiting === undefined) return idle;
  return status.isBuffering ? 'buffering' : 'playing';
}

/** True when `report` says something that the last one did not. */
export function isNews(report: PlaybackReport, last: PlaybackReport | undefined): boolean {
  if (last === undefined) return true;
  const isOther = (['media_id', 'state', 'ended', 'duration_seconds'] as const).some(
    (key) => report[key] !== last[key],
  );
  return isOther || Math.abs((report.skew_ms ?? 0) - (last.skew_ms ?? 0)) > skewStepMs;
}
