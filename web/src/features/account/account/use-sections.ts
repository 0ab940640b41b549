import { type RefCallback, useCallback, useState } from 'react';
import type { ListedSection } from '../../../ui/lists/section-list.ts';
import { accountSections } from './account-sections.ts';

const placeOf = ({ id }: ListedSection) => accountSections.findIndex((section) => section.id === id);

/** The sections on the page now, in their order, and a function with which a section adds itself. */
export function useSections() {
  const [sections, setSections] = useState<readonly ListedSection[]>([]);
  const enlist = useCallback((section: ListedSection) => {
    setSections((before) => [...before, section].sort((a, b) => placeOf(a) - placeOf(b)));
    return () => setSections((before) => before.filter((other) => other !== section));
  }, []);
  return { sections, enlist };
}

/**
 * Scrolls to the section that the address names, and keeps it in view while the sections above it load and grow,
 * until the reader scrolls. [WA4]
 * @returns the `ref` for the element with all sections.
 */
export function useNamedSection(): RefCallback<HTMLElement> {
  return useCallback((list: HTMLElement | null) => {
    const id = window.location.hash.slice(1);
    if (!list || id === '') return undefined;
    // An observer of sizes is called before the browser paints: the reader never sees the section move.
    const observer = new ResizeObserver(() => document.getElementById(id)?.scrollIntoView());
    observer.observe(list);
    const stop = new AbortController();
    stop.signal.addEventListener('abort', () => observer.disconnect());
    for (const sign of ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const) {
      window.addEventListener(sign, () => stop.abort(), { passive: true, signal: stop.signal });
    }
    return () => stop.abort();
  }, []);
}
