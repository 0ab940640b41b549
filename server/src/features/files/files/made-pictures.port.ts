import type { Tx } from '../../../store/database.ts';
import type { ShownPicture } from './pictures.port.ts';

/** A picture that this server made: small, of a known type, and without metadata. */
export interface MadePicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly thumbhash: Uint8Array;
  /** Amount of visible detail, in bits: the entropy of its brightness, from 0 (one colour) to 5. */
  readonly detail: number;
}

/** The item to which a picture belongs. */
export interface PicturedItem {
  readonly roomId: string;
  readonly mediaId: string;
  /** The user who added the item. */
  readonly ownerId: string;
}

/** A picture whose bytes are stored. Without `attach`, they are freed after a while. */
export interface StoredPicture {
  readonly shown: ShownPicture;
  /** Makes it a file of the item, and is deleted with it. */
  attach(tx: Tx): Promise<void>;
}

/** Pictures of items that nobody uploaded. [FI64] [FI65] */
export interface MadePictures {
  /**
   * Converts a picture of any supported format to one at most 960 pixels wide. @throws ImageRefused for bytes that are
   * not a picture or too large, and while too many pictures wait.
   */
  make(bytes: Uint8Array): Promise<MadePicture>;
  store(picture: MadePicture, item: PicturedItem): Promise<StoredPicture>;
}
