import type { MediaSource, ProviderEntry } from '@matinee/contract/gen/api.ts';

/** Something to be added to a playlist. */
export interface FoundMedia {
  readonly name: string;
  readonly source: MediaSource;
}

/** Most items in one batch (contract, `AddMediaBatchRequest`). */
const maxBatch = 100;

export interface AddingAll {
  readonly items: readonly FoundMedia[];
  /** Adds a batch at the end of the playlist, all of it or nothing. @throws ApiError */
  readonly add: (batch: readonly FoundMedia[], isFirst: boolean) => Promise<unknown>;
  /** Told after each batch how many are added. */
  readonly onAdded?: (count: number) => void;
  /** No further batch is added after it. */
  readonly signal?: AbortSignal;
}

/** Adds items one batch after the other, in their order. What was added before a failure stays. [WSO7] @throws ApiError */
export async function addAll({ items, add, onAdded, signal }: AddingAll): Promise<void> {
  for (let start = 0; start < items.length && !signal?.aborted; start += maxBatch) {
    const batch = items.slice(start, start + maxBatch);
    await add(batch, start === 0);
    onAdded?.(start + batch.length);
  }
}

/** What adding an entry of a listing takes; undefined for a folder. `isShared`: the room watches through the account. */
export function mediaOf({ name, source }: ProviderEntry, isShared: boolean): FoundMedia | undefined {
  if (source === undefined) return undefined;
  return { name: withoutEnding(name), source: isShared ? shared(source) : source };
}

/** The account that a source is loaded with; undefined: it needs none. */
export function accountOf(source: MediaSource): string | undefined {
  const values = Object.values(source).filter((value) => typeof value === 'object' && 'account_id' in value);
  return (values[0] as { account_id: string } | undefined)?.account_id;
}

/** Lets the room watch through the account. Every source of an account has this field, whatever its kind. [WSO5] */
export function shared(source: MediaSource): MediaSource {
  const entries = Object.entries(source).map(([key, value]) => [
    key,
    typeof value === 'object' ? { ...value, is_shared: true } : value,
  ]);
  return Object.fromEntries(entries);
}

function withoutEnding(name: string): string {
  return (
    name.replace(/\.(?:mp4|m4v|webm|mkv|mov|avi|ts|m3u8?|mpd|flv|mp3|m4a|aac|flac|og[gav]|opus|wav)$/i, '') || name
  );
}
