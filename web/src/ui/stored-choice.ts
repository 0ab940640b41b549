import { useSyncExternalStore } from 'react';
import { inBrowser } from '../storage/storage.ts';

/** A small choice that this device keeps. */
export interface StoredChoice<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Keeps a choice in this browser under `key`, and never sends it. `read` makes the value from the stored text, at first
 * `null`. If the browser refuses storage, the choice lasts as long as the page.
 */
export function makeStoredChoice<T extends string | number>(
  key: string,
  read: (stored: string | null) => T,
): StoredChoice<T> {
  const listeners = new Set<() => void>();
  let value: T | undefined;
  return {
    get() {
      value ??= read(inBrowser.read(key));
      return value;
    },
    set(next) {
      value = next;
      inBrowser.write(key, String(next));
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStoredChoice<T>(kept: StoredChoice<T>): T {
  return useSyncExternalStore(kept.subscribe, kept.get);
}
