import type { ComponentType } from 'react';
import type { Api } from '../../../client/calls/api.ts';

/** Properties of a page of the administration. */
export interface AdminPageProps {
  /** The rest of the address behind the page: `['usr_…']` for `/admin/users/usr_…`. */
  readonly path: readonly string[];
}

/**
 * A page of the administration. Its folder exports it as `adminEntry` from `admin-entry.ts`; that is enough to put it
 * into the navigation. Its title is the text `title` of the folder's namespace.
 */
export interface AdminEntry {
  /** Under `/admin/`. */
  readonly path: string;
  /** Name of the folder, which is the namespace of its texts. */
  readonly namespace: string;
  /** Order in the navigation, smallest first. */
  readonly order: number;
  /**
   * Number of entries on the page that wait for an administrator. The text `waiting` of the namespace puts it into
   * words.
   */
  readonly countWaiting?: (api: Api) => Promise<number>;
  /** Loads the page when it is first opened. */
  readonly load: () => Promise<ComponentType<AdminPageProps>>;
}
