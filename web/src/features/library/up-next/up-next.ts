import type { AutoPlayMode, Media, PlaybackState } from '@matinee/contract/gen/api.ts';

/** What plays after what plays now, when nobody does anything. */
export type UpNext =
  | { readonly kind: 'item'; readonly media: Media }
  /** One that the server draws at the end. */
  | { readonly kind: 'random' }
  | { readonly kind: 'same' }
  /** Nothing: the list ends. */
  | { readonly kind: 'end' };

/**
 * What follows `currentId` in the list that it is in. `isWhole`: all of the list is loaded. Undefined: nobody can tell here. Items that
 * cannot be played are passed over. Pure. [WL14]
 */
export function upNextOf(
  list: readonly Media[],
  isWhole: boolean,
  currentId: string,
  mode: AutoPlayMode,
): UpNext | undefined {
  const place = list.findIndex(({ id }) => id === currentId);
  if (place < 0) return undefined;
  if (mode === 'repeat_one') return { kind: 'same' };
  const isPlayable = ({ availability }: Media) => availability === 'available';
  if (mode === 'shuffle') return list.filter(isPlayable).length > 1 ? { kind: 'random' } : { kind: 'same' };
  const after = list.slice(place + 1).find(isPlayable);
  if (after) return { kind: 'item', media: after };
  if (!isWhole) return undefined;
  if (mode === 'sequential') return { kind: 'end' };
  const first = list.find(isPlayable);
  return first && first.id !== currentId ? { kind: 'item', media: first } : { kind: 'same' };
}

/** How long it is until the end of what plays, in milliseconds of real time. Undefined: it does not move, or its length is unknown. Pure. [WL14] */
export function leftMsOf(state: PlaybackState, nowMs: number): number | undefined {
  const { is_playing, waiting, duration_seconds, position_seconds, speed, start_at_ms } = state;
  if (!is_playing || waiting !== undefined || duration_seconds === undefined || speed <= 0) return undefined;
  return ((duration_seconds - position_seconds) / speed) * 1000 - Math.max(0, nowMs - start_at_ms);
}
