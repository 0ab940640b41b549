import { makeKept } from '../../../ui/kept.ts';

/**
 * Id of the account that this browser made without asking for a name. Empty: there is none, or it has a name by now, or
 * the person wants none. [WDN3]
 */
export const unnamedAccount = makeKept('matinee.unnamed', (stored) => stored ?? '');
