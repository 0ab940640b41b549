import type { MediaItem } from '../library/library.port.ts';

/** Gives items pictures of their films. This depends on no other feature, so the reading of films can depend on it. */
export interface Artwork {
  /** Whether an item has no picture yet for which its film should be read. */
  isWanted(item: MediaItem): Promise<boolean>;
  /**
   * Called when a film was read. `cover`: the bytes of the cover in its file, which may be no picture. Without one, it
   * takes a frame later, in the background. Never throws.
   */
  seek(item: MediaItem, cover: Uint8Array | undefined): Promise<void>;
  /** Seeks another picture for an item that has lost its own. Never throws. */
  seekAgain(item: MediaItem): Promise<void>;
}
