import type { Tx } from '../../../store/database.ts';
import type { MediaItem } from '../library/library.port.ts';

/** A poster for an item: bytes that are not verified to be a picture. */
export interface Poster {
  readonly bytes: Uint8Array;
  /** Records that the item's picture with this id is this poster. */
  attach(tx: Tx, pictureId: string): Promise<void>;
}

/** Posters of films, for items without a picture. [FCA5] */
export interface Posters {
  /** False: no key is configured, so no request is made. */
  isThere(): boolean;
  /** The poster of the film in an item's name. Undefined: not found. Never throws. */
  find(item: MediaItem): Promise<Poster | undefined>;
}
