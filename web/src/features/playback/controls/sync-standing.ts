import type { SyncStatus } from '../sync/status.ts';

/** How one stands to the room, as a text of the feature. */
export type SyncStanding = 'inSync' | 'catchingUp' | 'loose' | 'starting' | 'buffering';

/** Up to here nobody can tell two screens apart side by side: two frames at 25 frames a second. */
const inSyncMs = 80;

/** The standing for the chip; undefined while nothing plays. [SY27] */
export function standingOf(status: SyncStatus | undefined, isPlaying: boolean): SyncStanding | undefined {
  if (status === undefined || !isPlaying || status.phase === 'ended') return undefined;
  if (status.isBuffering) return 'buffering';
  if (status.phase !== 'following' || status.skewMs === undefined) return 'starting';
  if (status.isLoose) return 'loose';
  return Math.abs(status.skewMs) <= inSyncMs ? 'inSync' : 'catchingUp';
}
