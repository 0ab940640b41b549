import { useEffect, useRef, useState } from 'react';
import { addAll } from './add-all.ts';
import type { AddableMedia } from './addable-media.ts';

/**
 * Adds a batch at the end of a playlist, all or nothing; with `play` the first one starts. `isFirst`: no other batch of
 * the same items came before; absent: true. @throws ApiError
 */
export type AddBatch = (batch: readonly AddableMedia[], play: boolean, isFirst?: boolean) => Promise<unknown>;

export interface Adding {
  /** Number of added items. Undefined: nothing is being added. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  /** The error that stopped it, and the number of items added before. */
  readonly failure: { readonly error: unknown; readonly done: number } | undefined;
  /** @returns the number of added items */
  readonly add: (items: readonly AddableMedia[], play: boolean) => Promise<number>;
  /** Stops after the current batch. */
  readonly stop: () => void;
}

/** Adds many items with progress. [WSO7] */
export function useAdding(addBatch: AddBatch): Adding {
  const [progress, setProgress] = useState<Adding['progress']>();
  const [failure, setFailure] = useState<Adding['failure']>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return {
    progress,
    failure,
    stop: () => running.current?.abort(),
    async add(items, play) {
      const controller = new AbortController();
      running.current = controller;
      let done = 0;
      setFailure(undefined);
      setProgress({ done, total: items.length });
      try {
        await addAll({
          items,
          signal: controller.signal,
          add: (batch, isFirst) => addBatch(batch, play && isFirst, isFirst),
          onAdded: (count) => {
            done = count;
            setProgress({ done, total: items.length });
          },
        });
      } catch (error) {
        setFailure({ error, done });
      } finally {
        setProgress(undefined);
      }
      return done;
    },
  };
}
