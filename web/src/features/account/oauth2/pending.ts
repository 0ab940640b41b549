/** A sign-in that this tab began and that the callback page finishes. */
export interface Pending {
  readonly state: string;
  /** Instance name of the provider. */
  readonly provider: string;
  /** Its name for people. */
  readonly name: string;
  /** True: the account is linked to the signed-in user. */
  readonly isLinking: boolean;
  /** Path of this site to go to afterwards. */
  readonly returnTo: string;
}

const key = 'matinee.oauth2';

/** Kept for this tab only: another tab or site cannot finish what this tab began. */
export function keepPending(pending: Pending): void {
  sessionStorage.setItem(key, JSON.stringify(pending));
}

/** Gives the sign-in back once, and only if `state` is its own. [WO2] */
export function takePending(state: string): Pending | undefined {
  const text = sessionStorage.getItem(key);
  if (text === null) return undefined;
  const pending = JSON.parse(text) as Pending;
  if (pending.state !== state) return undefined;
  sessionStorage.removeItem(key);
  return pending;
}
