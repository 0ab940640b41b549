import { type ComponentType, createContext } from 'react';

/** The parts that other features put into the shell, without its knowing them. */
export interface ShellOffers {
  /** Stands in the header, before the button of the account. */
  readonly HeaderItem: ComponentType;
  /** Asks before a user signs out of an account that they cannot sign in to again. */
  readonly SignOutQuestion: ComponentType<{ readonly onClose: () => void }>;
}

const Nothing = () => null;

export const ShellOffersContext = createContext<ShellOffers>({ HeaderItem: Nothing, SignOutQuestion: Nothing });
