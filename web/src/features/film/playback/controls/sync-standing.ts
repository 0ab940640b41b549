import type { SyncStatus } from '../sync/status.ts';

/** Whether this player is in step with the room, as the key of a text. */
export type SyncStanding = 'inSync' | 'nearby' | 'live' | 'catchingUp' | 'behind' | 'ahead' | 'starting' | 'buffering';

/** Two frames at 25 frames a second. A smaller difference between two screens side by side is not visible. */
const inSyncMs = 80;
/** From here on, people who talk to each other notice that they see different things. */
const farOffMs = 1_000;

/** The standing that the chip shows; undefined while nothing plays. [SY27] */
export function standingOf(status: SyncStatus | undefined, isPlaying: boolean): SyncStanding | undefined {
  if (status === undefined || !isPlaying || status.phase === 'ended') return undefined;
  if (status.isBuffering) return 'buffering';
  if (status.isLive) return 'live';
  if (status.phase !== 'following' || status.skewMs === undefined) return 'starting';
  if (isFarOff(status)) return status.skewMs < 0 ? 'behind' : 'ahead';
  if (status.isCoarse) return 'nearby';
  return Math.abs(status.skewMs) <= inSyncMs ? 'inSync' : 'catchingUp';
}

/** True when a jump helps: the player is far from the room, or no longer jumps by itself. [SY45] */
export function isFarOff(status: SyncStatus | undefined): boolean {
  if (status?.phase !== 'following' || status.isLive || status.skewMs === undefined || status.isBuffering) return false;
  const size = Math.abs(status.skewMs);
  return size >= farOffMs || (status.isLoose && !status.isCoarse && size > inSyncMs);
}

/** `1.4` for -1,432 ms, as people of `language` write it. */
export function secondsOff(skewMs: number, language: string): string {
  return (Math.round(Math.abs(skewMs) / 100) / 10).toLocaleString(language, { minimumFractionDigits: 1 });
}
