import type { SignInEntry } from './sign-in-entry.port.ts';

const modules = import.meta.glob<SignInEntry>('../../*/*/sign-in-entry.ts', { import: 'signInEntry', eager: true });

/** The ways to sign in and up, in their order. */
export const signInEntries = Object.values(modules).sort((a, b) => a.order - b.order);
