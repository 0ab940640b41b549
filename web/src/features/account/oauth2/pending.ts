import { inTab } from '../../../storage/storage.ts';

/** A sign-in that this tab began and that the callback page finishes. */
export interface Pending {
  readonly state: string;
  /** Instance name of the provider. */
  readonly provider: string;
  /** Its display name. */
  readonly name: string;
  /** True: the account is linked to the signed-in user. */
  readonly isLinking: boolean;
  /** Path of this site to go to afterwards. */
  readonly returnTo: string;
}

const key = 'matinee.oauth2';

/**
 * Kept for this tab only: another tab or site cannot finish what this tab began. @throws Error if the browser refuses
 * storage, as the sign-in could then not be finished
 */
export function keepPending(pending: Pending): void {
  inTab.write(key, JSON.stringify(pending));
  if (inTab.read(key) === null) throw new Error('the browser keeps nothing');
}

/** Returns the sign-in once, and only if `state` matches. [WO2] */
export function takePending(state: string): Pending | undefined {
  const pending = inTab.readValue(key) as Pending | null;
  if (pending?.state !== state) return undefined;
  inTab.write(key, undefined);
  return pending;
}
