import { createContext } from 'react';

export interface ListedSection {
  readonly id: string;
  readonly title: string;
}

/** For pages that list their sections: a section calls it when it is drawn, and calls the answer when it is gone. */
export const SectionListContext = createContext<((section: ListedSection) => () => void) | undefined>(undefined);
