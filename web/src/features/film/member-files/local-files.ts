/** Files that this page gives to rooms. They stay on the device, and the page reads from them what the server asks for. */
import type { MemberFileSource } from '@matinee/contract/gen/api.ts';
import { makeStore, type Store } from '../../../client/store.ts';

export interface LocalFile {
  readonly roomId: string;
  readonly file: File;
  readonly source: MemberFileSource;
}

const held = makeStore<ReadonlyMap<string, LocalFile>>(new Map());

/** By the item's id. */
export const localFiles: Store<ReadonlyMap<string, LocalFile>> = held;

/** Gives a file for as long as the page is open in its room. */
export function holdFile(mediaId: string, file: LocalFile): void {
  held.set(new Map(held.get()).set(mediaId, file));
}

export function letGo(mediaId: string): void {
  const left = new Map(held.get());
  if (left.delete(mediaId)) held.set(left);
}
