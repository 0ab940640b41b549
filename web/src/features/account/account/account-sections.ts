import type { ComponentType } from 'react';
import { lazily } from '../../../ui/lazily.tsx';
import type { AccountEntry } from './account-entry.port.ts';

const modules = import.meta.glob<AccountEntry>('../../*/*/account-entry.ts', { import: 'accountEntry', eager: true });

/** The sections of the account page in their order. */
export const accountSections: readonly { readonly id: string; readonly View: ComponentType }[] = Object.values(modules)
  .sort((a, b) => a.order - b.order)
  .map(({ id, load }) => ({ id, View: lazily(load) }));
