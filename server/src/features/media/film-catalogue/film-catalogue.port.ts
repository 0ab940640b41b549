import type { Tx } from '../../../store/database.ts';
import type { MediaItem } from '../library/library.port.ts';

/** A poster for an item: bytes that need be no picture. */
export interface Poster {
  readonly bytes: Uint8Array;
  /** Keeps in mind that the item's picture, with this id, is this poster. */
  attach(tx: Tx, pictureId: string): Promise<void>;
}

/** Posters of films, for items that have no picture. [FCA5] */
export interface Posters {
  /** False: the operator has given no key, and nothing is asked. */
  isThere(): boolean;
  /** The poster of the film that the name of an item tells. Undefined: none was found. Never throws. */
  find(item: MediaItem): Promise<Poster | undefined>;
}
