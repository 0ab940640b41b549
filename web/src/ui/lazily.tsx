import { type ComponentType, use } from 'react';
import { untilLoaded } from './until-loaded.ts';

/** A component whose code is loaded when it is first drawn, or before by `load`. */
export type Lazily<Props> = ComponentType<Props> & {
  /** Starts to load the code, once. Never rejects: what fails is loaded when it is drawn. */
  readonly load: () => Promise<unknown>;
};

/**
 * What React's `lazy` is for, with two differences. Code that cannot be loaded, while the server is away, is asked for again, and a toast
 * says so; `lazy` would break the page, and never ask again. And what has been loaded before is drawn at once: React waits for each
 * `lazy` component once, also when its code is there, and then keeps the fallback for 300 ms, so that fallbacks do not flicker. [WRM11]
 */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): Lazily<Props> {
  /** The last try. */
  let trying: Promise<ComponentType<Props>> | undefined;
  /** What React waits for. */
  let loaded: Promise<ComponentType<Props>> | undefined;
  const tryOnce = async () => {
    trying ??= load();
    try {
      const value = await trying;
      // With what React writes on a promise that it has seen end.
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
