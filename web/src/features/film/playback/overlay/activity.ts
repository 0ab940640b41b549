import type { PlaybackState } from '@matinee/contract/gen/api.ts';

/** The activity line as data: the key of a text, and the values that the text names. */
export interface Activity {
  readonly version: number;
  readonly text: string;
  readonly name: string;
  readonly values: { readonly media: string; readonly position: number; readonly speed: number };
  /** The position to which "Undo" takes the room back, in seconds; undefined when there is nothing to undo. */
  readonly undoTo: number | undefined;
}

/** Smallest jump for which "Undo" is offered. */
const leastUndoSeconds = 2;

/** What the room does by itself and the line says. */
const ofRoom: ReadonlySet<string> = new Set(['advance', 'skip_vote', 'skip_part']);

/**
 * The activity that `state` reports; undefined when no person caused it, or when the waiting banner already reports it.
 * [SY28]
 */
export function activityOf(state: PlaybackState): Activity | undefined {
  const isSilent = state.action === 'wait' || state.action === 'resume' || state.action === undefined;
  const isNobody = state.actor_display_name === '' && !ofRoom.has(state.action ?? '');
  if (isSilent || isNobody) return undefined;
  const from = state.previous_position_seconds;
  const isFar = from !== undefined && Math.abs(from - state.position_seconds) >= leastUndoSeconds;
  return {
    version: state.version,
    text: `did.${state.action}`,
    name: state.actor_display_name,
    values: { media: state.media_name, position: state.position_seconds, speed: state.speed },
    undoTo: state.action === 'seek' && isFar ? from : undefined,
  };
}

/**
 * Merges `next` into the activity on screen. Several seeks in a row by one person become one, and "Undo" goes back to
 * where the first began. [SY28]
 */
export function groupActivity(shown: Activity | undefined, next: Activity): Activity {
  const isSame = shown?.text === 'did.seek' && next.text === 'did.seek' && shown.name === next.name;
  return isSame ? { ...next, undoTo: shown.undoTo ?? next.undoTo } : next;
}
