import { Clapperboard } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Api } from '../../../client/calls/api.ts';
import { useSession } from '../../../client/session/session.tsx';
import { Picture, type ShownPicture } from '../../../ui/signs/picture.tsx';
import { makePictures, type Pictures } from './covers/pictures.ts';

const byApi = new WeakMap<Api, Pictures>();

/** The pictures as the signed-in person may see them. */
function picturesOf(api: Api): Pictures {
  const pictures = byApi.get(api) ?? makePictures(api);
  byApi.set(api, pictures);
  return pictures;
}

/**
 * A small picture of an item, loaded when it scrolls into view. Its space is reserved, so that nothing moves.
 * [WL30]
 */
export function Cover({ path }: { readonly path: string }) {
  const { api } = useSession();
  const place = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(place);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!isSeen) return;
    let isOver = false;
    void picturesOf(api)
      .load(path)
      .then((found) => isOver || setUrl(found));
    return () => {
      isOver = true;
    };
  }, [api, path, isSeen]);
  return (
    <span
      ref={place}
      data-cover={url === undefined ? 'none' : 'shown'}
      className="grid aspect-video w-18 shrink-0 place-items-center overflow-hidden rounded-lg bg-surface-3 text-muted"
    >
      {url === undefined ? (
        <Clapperboard size={18} aria-hidden="true" />
      ) : (
        // Empty, as the name of the item stands beside it.
        <img src={url} alt="" decoding="async" className="size-full object-cover" onError={() => setUrl(undefined)} />
      )}
    </span>
  );
}

/** A picture of an item that a person uploaded, or that was found in its film, in the same place. [WPC6] */
export function UploadedCover({ picture }: { readonly picture: ShownPicture }) {
  return (
    <span className="relative grid aspect-video w-18 shrink-0 place-items-center overflow-hidden rounded-lg bg-surface-3 text-muted">
      <Clapperboard size={18} aria-hidden="true" />
      <Picture picture={picture} sizes="72px" />
    </span>
  );
}

/** True from the moment when `place` is in sight, or close to it. */
function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: '200px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isSeen;
}
