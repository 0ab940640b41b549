import type { PlaybackState } from '@matinee/contract/gen/api.ts';

/** What the quiet line says: a text of the feature and what it names. */
export interface Activity {
  readonly version: number;
  readonly text: string;
  readonly name: string;
  readonly values: { readonly media: string; readonly position: number; readonly speed: number };
  /** Where a seek came from, to take it back. */
  readonly undoTo: number | undefined;
}

/** A jump smaller than this is not worth taking back. */
const leastUndoSeconds = 2;

/** What `state` tells that people did; undefined for what nobody did or what the banner says already. [SY28] */
export function activityOf(state: PlaybackState): Activity | undefined {
  const isSilent = state.action === 'wait' || state.action === 'resume' || state.action === undefined;
  const isNobody = state.actor_name === '' && state.action !== 'advance';
  if (isSilent || isNobody) return undefined;
  const from = state.previous_position_seconds;
  const isFar = from !== undefined && Math.abs(from - state.position_seconds) >= leastUndoSeconds;
  return {
    version: state.version,
    text: `did.${state.action}`,
    name: state.actor_name,
    values: { media: state.media_name, position: state.position_seconds, speed: state.speed },
    undoTo: state.action === 'seek' && isFar ? from : undefined,
  };
}

/** `next` after `shown`: several seeks of one person in a row are one, which is taken back to where the first began. [SY28] */
export function groupActivity(shown: Activity | undefined, next: Activity): Activity {
  const isSame = shown?.text === 'did.seek' && next.text === 'did.seek' && shown.name === next.name;
  return isSame ? { ...next, undoTo: shown.undoTo ?? next.undoTo } : next;
}
