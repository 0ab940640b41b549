import type { ChatMessage } from '@matinee/contract/gen/api.ts';

/** Messages are read for this much of the film at once, in seconds. */
export const windowSeconds = 300;

/** How long a message is shown beside the film, in seconds of the film. */
const shownSeconds = 25;

/** Most messages at once. */
const most = 3;

/** The window of the film in which `position` is. Pure. */
export function windowAt(position: number): number {
  return Math.floor(position / windowSeconds);
}

/**
 * The part of the film whose messages a window needs. It starts earlier, as messages from shortly before the window
 * are still shown in it. Pure.
 */
export function stretchOf(window: number): { readonly from_seconds: number; readonly to_seconds: number } {
  const begin = window * windowSeconds;
  return { from_seconds: Math.max(0, begin - shownSeconds), to_seconds: begin + windowSeconds };
}

/** The messages to show at `position`: the newest ones sent shortly before it, never after it. Pure. [WSB2] */
export function saidAt(messages: readonly ChatMessage[], position: number): readonly ChatMessage[] {
  return messages
    .filter(({ playback_position_seconds: at }) => at !== undefined && at <= position && at > position - shownSeconds)
    .slice(-most);
}
