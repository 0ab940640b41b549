import type { ComponentType } from 'react';

/**
 * A section of the account page. A feature's folder exports one as `accountEntry` from `account-entry.ts`; nothing else
 * is needed. The section draws itself in a `Section` of `ui/lists/section.tsx`.
 */
export interface AccountEntry {
  /** Anchor of the section: `/account#passkeys`. */
  readonly id: string;
  /** Order of the sections, smallest first. */
  readonly order: number;
  /** Loads the section with the page. */
  readonly load: () => Promise<ComponentType>;
}
