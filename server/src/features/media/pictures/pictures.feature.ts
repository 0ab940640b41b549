import type { Feature } from '../../feature.ts';
import { type PictureParts, shownPictureBindings } from './shown-pictures.ts';

/** Pictures that users choose for themselves, their rooms, playlists and items. */
export function picturesFeature(parts: PictureParts): Feature {
  return { name: 'pictures', bindings: shownPictureBindings(parts) };
}
