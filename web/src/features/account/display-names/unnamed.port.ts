import { makeKept } from '../../../ui/kept.ts';

/** Id of the account that this browser made without asking for a name; empty: none, or it has one by now, or does not want one. [WDN3] */
export const unnamedAccount = makeKept('matinee.unnamed', (stored) => stored ?? '');
