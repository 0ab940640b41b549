import type { UpNextItem } from '@matinee/contract/gen/api.ts';
import { Cover, UploadedCover } from '../cover.tsx';
import { useLibraryScope } from '../library-scope.tsx';

/** A small picture of an upcoming item; nothing where it has none. */
export function NextPicture({ next }: { readonly next: UpNextItem }) {
  const {
    playlists: { items },
  } = useLibraryScope();
  const item = items?.media.find(({ id }) => id === next.media_id);
  const uploaded = item?.uploaded_thumbnail ?? item?.cover;
  const picture = next.thumbnail || item?.thumbnail;
  return uploaded ? <UploadedCover picture={uploaded} /> : picture ? <Cover path={picture} /> : null;
}
