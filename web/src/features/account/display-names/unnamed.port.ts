import { makeStoredChoice } from '../../../ui/stored-choice.ts';

/**
 * Id of the account that this browser created without asking for a name. Empty: there is none, it has a name by now,
 * or the person wants none. [WDN3]
 */
export const unnamedAccount = makeStoredChoice('matinee.unnamed', (stored) => stored ?? '');
