import type { UpNextItem } from '@matinee/contract/gen/api.ts';
import { pictureOf } from '../../../film/playback/playback.port.ts';
import { Cover, UploadedCover } from '../cover.tsx';
import { useLibraryScope } from '../library-scope.tsx';

/** A small picture of an upcoming item; nothing where it has none. */
export function NextPicture({ next }: { readonly next: UpNextItem }) {
  const {
    playlists: { items },
  } = useLibraryScope();
  const item = items?.media.find(({ id }) => id === next.media_id);
  const picture = pictureOf(item) ?? next.cover;
  const path = next.thumbnail || item?.thumbnail;
  return picture ? <UploadedCover picture={picture} /> : path ? <Cover path={path} /> : null;
}
