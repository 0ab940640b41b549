import { useSyncExternalStore } from 'react';
import { inBrowser } from '../storage/storage.ts';

/** A small choice that this device keeps. */
export interface StoredChoice<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

interface BrowserChoice<T> extends StoredChoice<T> {
  /** Follows the choices of other tabs for the lifetime of the page. */
  followTabs(): void;
}

/**
 * Keeps a choice in this browser under `key`, and never sends it. `read` makes the value from the stored text, at first
 * `null`. If the browser refuses storage, the choice lasts as long as the page.
 */
export function makeStoredChoice<T extends string | number>(
  key: string,
  read: (stored: string | null) => T,
): BrowserChoice<T> {
  const listeners = new Set<() => void>();
  let value: T | undefined;
  const hold = (next: T) => {
    value = next;
    for (const listener of listeners) listener();
  };
  return {
    get() {
      value ??= read(inBrowser.read(key));
      return value;
    },
    set(next) {
      inBrowser.write(key, String(next));
      hold(next);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    followTabs() {
      // An event without a key means that all storage was cleared.
      window.addEventListener('storage', ({ key: changed, newValue }) => {
        if (changed === key || changed === null) hold(read(newValue));
      });
    },
  };
}

export function useStoredChoice<T>(kept: StoredChoice<T>): T {
  return useSyncExternalStore(kept.subscribe, kept.get);
}
