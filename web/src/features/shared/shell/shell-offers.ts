import { type ComponentType, createContext } from 'react';

/** What features that the shell does not know put into it. */
export interface ShellOffers {
  /** Stands in the header, before the button of the account. */
  readonly HeaderItem: ComponentType;
  /** Asks before somebody leaves an account that they cannot come back to. */
  readonly SignOutQuestion: ComponentType<{ readonly onClose: () => void }>;
}

const Nothing = () => null;

export const ShellOffersContext = createContext<ShellOffers>({ HeaderItem: Nothing, SignOutQuestion: Nothing });
