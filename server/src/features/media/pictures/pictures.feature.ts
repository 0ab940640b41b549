import type { Feature } from '../../feature.ts';
import { type PictureParts, shownPictureBindings } from './shown-pictures.ts';

/** Pictures that people give to themselves, their rooms, playlists and items. */
export function picturesFeature(parts: PictureParts): Feature {
  return { name: 'pictures', bindings: shownPictureBindings(parts) };
}
