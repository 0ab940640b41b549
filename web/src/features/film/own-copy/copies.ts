/** Files that the person has opened on this page. They stay on the device; the browser reads them while they play. */
import type { OwnCopySource } from '@matinee/contract/gen/api.ts';
import { makeStore, type Store } from '../../../client/store.ts';

/** Addresses of opened files, by `copyKey`. */
const opened = makeStore<ReadonlyMap<string, string>>(new Map());

export const openedCopies: Store<ReadonlyMap<string, string>> = opened;

/** A key that tells the files of a room apart. */
export function copyKey({ size_bytes, fingerprint }: OwnCopySource): string {
  return `${size_bytes} ${fingerprint}`;
}

/** Plays `file` wherever the room plays `source`, until the page is closed. */
export function openCopy(source: OwnCopySource, file: File): void {
  const key = copyKey(source);
  const before = opened.get().get(key);
  opened.set(new Map(opened.get()).set(key, URL.createObjectURL(file)));
  if (before !== undefined) URL.revokeObjectURL(before);
}

/** Forgets a file that could not be played, so that another one can be chosen. */
export function closeCopy(source: OwnCopySource): void {
  const key = copyKey(source);
  const url = opened.get().get(key);
  if (url === undefined) return;
  const left = new Map(opened.get());
  left.delete(key);
  opened.set(left);
  URL.revokeObjectURL(url);
}
