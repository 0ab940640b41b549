import { createContext } from 'react';

export interface ListedSection {
  readonly id: string;
  readonly title: string;
}

/**
 * For pages that list their sections. A section calls it when it is drawn, and calls the returned function when it is
 * removed.
 */
export const SectionListContext = createContext<((section: ListedSection) => () => void) | undefined>(undefined);
