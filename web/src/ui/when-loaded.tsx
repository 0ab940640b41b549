import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { untilLoaded } from './until-loaded.ts';

/**
 * A component that its screen can do without, drawn as soon as its code is there. Unlike a `lazily` loaded one it never lets React wait,
 * which would hold back all that waits with it.
 */
export function whenLoaded<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loading: Promise<void> | undefined;
  let loaded: ComponentType<Props> | undefined;
  return function WhenLoaded(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    useEffect(() => {
      if (Loaded) return;
      loading ??= untilLoaded(load).then((component) => {
        loaded = component;
      });
      void loading.then(() => setLoaded(() => loaded));
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
