import { useCallback, useEffect, useState } from 'react';
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
 * Scrolls to the section that the address names. Scrolls again while sections above it load, until the reader moves the
 * page. [WA4]
 */
export function useNamedSection(sections: readonly ListedSection[]): void {
  const [isMoved, setMoved] = useState(false);
  useEffect(() => {
    const stop = () => setMoved(true);
    const signs = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
    for (const sign of signs) window.addEventListener(sign, stop, { passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, stop);
    };
  }, []);
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (!isMoved && sections.some((section) => section.id === id)) document.getElementById(id)?.scrollIntoView();
  }, [sections, isMoved]);
}
