import { type ComponentType, use } from 'react';

/** A component whose code is loaded when it is first drawn, or before by `load`. */
export type Lazily<Props> = ComponentType<Props> & {
  /** Starts to load the code, once. */
  readonly load: () => Promise<unknown>;
};

/**
 * Like React's `lazy`, but what has been loaded before is drawn at once. React waits for each `lazy` component once, also when its code
 * is there, and then keeps the fallback for 300 ms, so that fallbacks do not flicker.
 */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): Lazily<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () => {
    if (loading) return loading;
    const started = load();
    loading = started;
    started.then(
      // What React writes on a promise that it has seen end.
      (value) => Object.assign(started, { status: 'fulfilled', value }),
      () => {
        loading = undefined;
      },
    );
    return started;
  };
  function LazilyLoaded(props: Props) {
    const Loaded = use(loadOnce());
    return <Loaded {...props} />;
  }
  return Object.assign(LazilyLoaded, { load: loadOnce });
}
