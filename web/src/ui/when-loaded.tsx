import { type ComponentType, Suspense, useEffect, useState } from 'react';

/** How long after a failure the code is asked for again, in milliseconds. */
const againMs = 10_000;

/**
 * A component that its screen can do without: nothing is drawn until its code is there, and a failure to load it, while the server is
 * away, is tried again instead of breaking the page.
 */
export function whenLoaded<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function WhenLoaded(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    useEffect(() => {
      if (Loaded) return;
      let isGone = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const ask = () =>
        void load().then(
          (component) => {
            loaded = component;
            if (!isGone) setLoaded(() => component);
          },
          () => {
            if (!isGone) timer = setTimeout(ask, againMs);
          },
        );
      ask();
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, [Loaded]);
    return (
      Loaded && (
        <Suspense>
          <Loaded {...props} />
        </Suspense>
      )
    );
  };
}
