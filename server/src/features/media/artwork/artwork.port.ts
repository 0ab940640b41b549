import type { MediaItem } from '../library/library.port.ts';

/**
 * Gives items pictures of their films. It depends on no other feature, so that the reading of films can depend on it.
 */
export interface Artwork {
  /** Whether an item needs a picture, so that its film should be read. */
  isWanted(item: MediaItem): Promise<boolean>;
  /**
   * Called when a film was read. `cover`: the bytes of its embedded cover, not verified to be a picture. Without one,
   * takes a frame later, in the background. Never throws.
   */
  seek(item: MediaItem, cover: Uint8Array | undefined): Promise<void>;
  /** Finds another picture for an item that has lost its own. Never throws. */
  seekAgain(item: MediaItem): Promise<void>;
}
