import { inBrowser } from '../../../storage/storage.ts';

const key = 'matinee.waiting';

/** A person who asked to join by a name and waits for an administrator's approval. */
export interface Waiting {
  readonly name: string;
  /** Works once the name is approved. */
  readonly refreshToken: string;
}

/** The person who waits in this browser. Undefined: none, or the browser refuses storage. [WI3] */
export function readWaiting(): Waiting | undefined {
  const value = inBrowser.readValue(key) as Partial<Waiting> | null;
  if (typeof value?.name !== 'string' || typeof value.refreshToken !== 'string') return undefined;
  return { name: value.name, refreshToken: value.refreshToken };
}

export function writeWaiting(waiting: Waiting | undefined): void {
  inBrowser.write(key, waiting && JSON.stringify(waiting));
}
