import { AutoPlayMode } from '@matinee/contract/gen/service/client/rooms_pb.ts';

/** A list of items, and how the room plays it. */
export interface Ordering {
  /** Keys of the items, in the order of the list. */
  readonly keys: readonly string[];
  readonly mode: AutoPlayMode;
  /** Determines the shuffled order. Stays the same while an item is chosen. */
  readonly seed: number;
}

/**
 * Keys in the order in which they play. In shuffle mode, each key's place depends only on the key and the seed: all
 * replicas agree, added or removed items do not move others, and "previous" leads back. Pure. [PB10]
 */
export function playOrder({ keys, mode, seed }: Ordering): readonly string[] {
  if (mode !== AutoPlayMode.SHUFFLE) return keys;
  return keys
    .map((key) => ({ key, place: placeOf(key, seed) }))
    .sort((a, b) => a.place - b.place || (a.key < b.key ? -1 : 1))
    .map(({ key }) => key);
}

/** The item that plays automatically after `current`; undefined where playback ends. Pure. [PB10] */
export function following(ordering: Ordering, current: string): string | undefined {
  return ordering.mode === AutoPlayMode.REPEAT_ONE && ordering.keys.includes(current)
    ? current
    : next(ordering, current);
}

/** The item to which a user skips forward. "Repeat one" counts as "repeat all". Pure. [PB9] */
export function next(ordering: Ordering, current: string): string | undefined {
  return step(ordering, current, 1);
}

/**
 * The item to which a user skips back. The first item leads to the last, unless the list is played once. Pure. [PB9]
 */
export function previous(ordering: Ordering, current: string): string | undefined {
  return step(ordering, current, -1);
}

/** The items that play automatically after `current`, the next one first: at most `count`, each once. Pure. [PB23] */
export function upcoming(ordering: Ordering, current: string, count: number): readonly string[] {
  if (ordering.mode === AutoPlayMode.REPEAT_ONE && ordering.keys.includes(current)) return [current];
  const order = playOrder(ordering);
  const at = order.indexOf(current);
  const behind = order.slice(at + 1);
  if (hasEnds(ordering.mode)) return behind.slice(0, count);
  const ahead = at < 0 ? [] : order.slice(0, at);
  const others = [...behind, ...ahead];
  return others.length === 0 ? order.slice(0, 1) : others.slice(0, count);
}

/** If `current` has left the list, it counts as the place before the first item. */
function step(ordering: Ordering, current: string, by: 1 | -1): string | undefined {
  const order = playOrder(ordering);
  const at = order.indexOf(current);
  const to = at < 0 && by < 0 ? -1 : at + by;
  return order[to] ?? (hasEnds(ordering.mode) ? undefined : order.at(by > 0 ? 0 : -1));
}

/** True for a list that is played once from beginning to end. */
function hasEnds(mode: AutoPlayMode): boolean {
  return mode === AutoPlayMode.SEQUENTIAL || mode === AutoPlayMode.UNSPECIFIED || mode === AutoPlayMode.VOTES;
}

/**
 * A pseudo-random number for a key and seed: FNV-1a over the text, then the finalizer of MurmurHash3 (fmix32), which
 * spreads similar values.
 */
function placeOf(key: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16) ^ seed, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
