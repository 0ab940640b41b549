import type { AddableMedia } from './addable-media.ts';

/** Most items in one batch (contract, `AddMediaBatchRequest`). */
const maxBatch = 100;

export interface AddingAll {
  readonly items: readonly AddableMedia[];
  /** Adds a batch at the end of the playlist, all of it or nothing. @throws ApiError */
  readonly add: (batch: readonly AddableMedia[], isFirst: boolean) => Promise<unknown>;
  /** Called after each batch with the number of added items. */
  readonly onAdded?: (count: number) => void;
  /** Once aborted, no further batch is added. */
  readonly signal?: AbortSignal;
}

/**
 * Adds items one batch after the other, in their order. Items added before a failure stay. [WSO7]
 * @throws ApiError
 */
export async function addAll({ items, add, onAdded, signal }: AddingAll): Promise<void> {
  for (let start = 0; start < items.length && !signal?.aborted; start += maxBatch) {
    const batch = items.slice(start, start + maxBatch);
    await add(batch, start === 0);
    onAdded?.(start + batch.length);
  }
}
