import { type ComponentType, use } from 'react';
import { untilLoaded } from './until-loaded.ts';

/** A component whose code is loaded when it is first drawn, or before by `load`. */
export type Lazily<Props> = ComponentType<Props> & {
  /** Starts to load the code, once. Never rejects: after a failure, drawing it loads the code again. */
  readonly load: () => Promise<unknown>;
};

/**
 * Like React's `lazy`, with two differences. First, code that cannot be loaded while the server is away is asked for
 * again, and a toast says so; `lazy` would break the page and never ask again. Second, code that is already loaded is
 * drawn at once. React waits once for each `lazy` component, even if its code is there, and then keeps the fallback for
 * 300 ms, so that fallbacks do not flicker. [WRM11]
 */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): Lazily<Props> {
  /** The latest try. */
  let trying: Promise<ComponentType<Props>> | undefined;
  /** The promise that React waits for. */
  let loaded: Promise<ComponentType<Props>> | undefined;
  const tryOnce = async () => {
    trying ??= load();
    try {
      const value = await trying;
      // With the fields that React itself sets on a settled promise.
      loaded ??= Object.assign(Promise.resolve(value), { status: 'fulfilled', value });
      return value;
    } catch (error) {
      trying = undefined;
      throw error;
    }
  };
  function LazilyLoaded(props: Props) {
    loaded ??= untilLoaded(tryOnce);
    const Loaded = use(loaded);
    return <Loaded {...props} />;
  }
  return Object.assign(LazilyLoaded, { load: () => tryOnce().catch(() => undefined) });
}

/** The loaders of the components that were made by `soon`. */
const soonLoads = new Set<() => Promise<unknown>>();

/** Like `lazily`, for components that a screen draws without a press: the build puts all of them into one file. */
export function soon<Props extends object>(load: () => Promise<ComponentType<Props>>): Lazily<Props> {
  const made = lazily(load);
  soonLoads.add(made.load);
  return made;
}

/**
 * As `soon`, for code that draws nothing, such as what reports and stores. What is returned loads it, and tries again
 * until it comes.
 */
export function soonCode<T>(load: () => Promise<T>): () => Promise<T> {
  soonLoads.add(() => load().catch(() => undefined));
  return () => untilLoaded(load);
}

/** Loads what the screens whose code is there draw without a press, before they are drawn. Never rejects. */
export async function loadSoon(): Promise<void> {
  await Promise.all([...soonLoads].map((load) => load()));
}
