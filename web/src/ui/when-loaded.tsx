import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { untilLoaded } from './until-loaded.ts';

/**
 * An optional component of a screen, drawn as soon as its code is loaded. Unlike with `lazily`, React never suspends
 * on it, which would delay everything in the same boundary.
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
