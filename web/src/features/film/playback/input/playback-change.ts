import type { PlaybackState } from '@matinee/contract/gen/api.ts';
import type { RoomCommand } from '../../../../client/room/commands.ts';
import { hasEnded } from '../playback.port.ts';

/** A requested change of the room's playback. */
export type PlaybackChange = Extract<RoomCommand, { update_playback_state: unknown }>['update_playback_state'];

/**
 * Plays or pauses. An item of which the page says that it has ended starts again from the beginning. A pause at the
 * newest of a live stream that the room can go back in stays where the picture is, at `shownSeconds`.
 */
export function toggled(state: PlaybackState | undefined, shownSeconds?: number): PlaybackChange {
  const { is_playing = false, live_from_ms } = state ?? {};
  if (is_playing && shownSeconds !== undefined && live_from_ms === undefined)
    return { is_playing: false, position_seconds: shownSeconds };
  return { is_playing: !is_playing, ...(hasEnded(state) ? { position_seconds: 0 } : {}) };
}

/** Seeks to `seconds`, but not past the ends of the item. */
export function soughtTo(state: PlaybackState | undefined, seconds: number): PlaybackChange {
  const duration = state?.duration_seconds ?? Number.POSITIVE_INFINITY;
  return { position_seconds: Math.max(0, Math.min(seconds, duration)) };
}
