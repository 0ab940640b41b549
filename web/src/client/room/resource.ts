import type { ObserveResource, ResourceChanged } from '@matinee/contract/gen/api.ts';

type ObserveName = Exclude<keyof ObserveResource, 'observe_id' | 'delivery_mode' | 'version' | 'after_event_sequence'>;
type ChangeName = Exclude<keyof ResourceChanged, 'observe_id' | 'sequence' | 'version' | 'snapshot'>;
type ChangeOf<C extends ChangeName> = NonNullable<ResourceChanged[C]>;

/**
 * What an observation sends to the server after a lost connection, to get only the missing part: the page's
 * `version`, the `sequence` of the last event, or nothing, for a fresh `snapshot`.
 */
export type Resume = 'version' | 'sequence' | 'snapshot';

/** A part of a room whose changes the server sends. `T` is the page's value of it. */
export interface Resource<T> {
  /** The observe id. */
  readonly id: string;
  /** The field of `ObserveResource` that asks for it. */
  readonly query: Partial<ObserveResource>;
  readonly resume: Resume;
  /** The new value after `change`. @returns `held` when the message has no such change. */
  merge(held: T | undefined, change: ResourceChanged): T | undefined;
}

/** A feature's declaration of a resource. */
export interface ResourceParts<O extends ObserveName, C extends ChangeName, T> {
  /** The field of `ObserveResource`. */
  readonly observe: O;
  /** The field of `ResourceChanged`. */
  readonly changed: C;
  /**
   * The new value after a change. A snapshot is the whole state, not one change. Absent: every change is the whole
   * state.
   */
  readonly merge?: (held: T | undefined, change: ChangeOf<C>, isSnapshot: boolean) => T;
  /** Absent: `version`. */
  readonly resume?: Resume;
  /** Selects one of several: for `playlistItems`, the playlist. */
  readonly query?: NonNullable<ObserveResource[O]>;
  /** Distinguishes observations of one resource with different queries. */
  readonly id?: string;
}

/**
 * Declares a resource; its type follows from `changed` and `merge`. The feature's `roomEntry` lists it, and
 * `useResource` reads it.
 */
export function defineResource<O extends ObserveName, C extends ChangeName, T = ChangeOf<C>>(
  parts: ResourceParts<O, C, T>,
): Resource<T> {
  return {
    id: parts.id ?? parts.observe,
    query: { [parts.observe]: parts.query ?? {} },
    resume: parts.resume ?? 'version',
    merge(held, change) {
      const value = change[parts.changed] as ChangeOf<C> | undefined;
      if (value === undefined) return held;
      return parts.merge ? parts.merge(held, value, change.snapshot) : (value as unknown as T);
    },
  };
}

/**
 * `list` after `changes`. Each replaces the item with its id, unless that item is newer. An item with a new id goes to
 * the end.
 */
export function putAll<T extends { readonly version: number }>(
  list: readonly T[],
  changes: readonly T[],
  idOf: (item: T) => string = (item) => (item as unknown as { id: string }).id,
): T[] {
  const byId = new Map(list.map((item) => [idOf(item), item]));
  for (const change of changes) {
    const known = byId.get(idOf(change));
    if (known === undefined || known.version <= change.version) byId.set(idOf(change), change);
  }
  return [...byId.values()];
}
