import type { SyncStatus } from '../sync/status.ts';

/** Whether this player is in step with the room, as the key of a text. */
export type SyncStanding = 'inSync' | 'catchingUp' | 'loose' | 'starting' | 'buffering';

/** Two frames at 25 frames a second: nobody sees a smaller difference between two screens side by side. */
const inSyncMs = 80;

/** What the chip says; undefined while nothing plays. [SY27] */
export function standingOf(status: SyncStatus | undefined, isPlaying: boolean): SyncStanding | undefined {
  if (status === undefined || !isPlaying || status.phase === 'ended') return undefined;
  if (status.isBuffering) return 'buffering';
  if (status.phase !== 'following' || status.skewMs === undefined) return 'starting';
  if (status.isLoose) return 'loose';
  return Math.abs(status.skewMs) <= inSyncMs ? 'inSync' : 'catchingUp';
}
