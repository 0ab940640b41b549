import { createContext } from 'react';

export interface ListedSection {
  readonly id: string;
  readonly title: string;
}

/** Given around a page that lists its sections: each section tells it that it is there, and gets the way to say that it is gone. */
export const SectionListContext = createContext<((section: ListedSection) => () => void) | undefined>(undefined);
