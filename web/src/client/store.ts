/** The smallest external store: a value, and listeners for its changes. React reads it with `useSyncExternalStore`. */
export interface Store<T> {
  get(): T;
  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

/** A store that its owner can change; others get it as `Store`. */
export interface WritableStore<T> extends Store<T> {
  /** Calls the listeners only when the value differs (`Object.is`). */
  set(value: T): void;
}

/** Makes a store that holds `initial`. If a listener throws, the others are still called. */
export function makeStore<T>(initial: T): WritableStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) callSafely(listener);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Runs `listener`; an error that it throws is reported to the page, not to the caller. */
export function callSafely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
