import type { ComponentType } from 'react';
import type { Api } from '../../../client/calls/api.ts';

/** What a page of the administration is given. */
export interface AdminPageProps {
  /** What follows the page in the address: `['usr_…']` for `/admin/users/usr_…`. */
  readonly path: readonly string[];
}

/**
 * A page of the administration. Its folder exports one as `adminEntry` from `admin-entry.ts`; this alone puts it into the navigation.
 * Its name is the text `title` of the folder's namespace.
 */
export interface AdminEntry {
  /** Under `/admin/`. */
  readonly path: string;
  /** Name of the folder, which is the namespace of its texts. */
  readonly namespace: string;
  /** Order in the navigation, smallest first. */
  readonly order: number;
  /** How many things on the page wait for an administrator. The text `waiting` of the namespace says it in words. */
  readonly countWaiting?: (api: Api) => Promise<number>;
  /** Loads the page when somebody goes there. */
  readonly load: () => Promise<ComponentType<AdminPageProps>>;
}
