/** Which films a picture was sought in lately, over all replicas. [AW7] */
import type { LocalKeys } from '../../../store/key-value/key-value.ts';
import type { MediaItem } from '../library/library.port.ts';

/** How long a film is left alone in which no picture was found, in milliseconds. */
const dayMs = 24 * 60 * 60_000;
/** How long it is left alone while a picture is sought, and after a failure. */
const restMs = 10 * 60_000;

/** What was sought already of a film: the cover in its file alone, or also a poster or a frame. */
type Sought = 'cover' | 'all';

export type SoughtFilms = ReturnType<typeof makeSoughtFilms>;

/** `canSeekMore`: whether there is more to find than a cover. */
export function makeSoughtFilms(keys: LocalKeys, canSeekMore: () => Promise<boolean>) {
  const keyOf = ({ media, sourceVersion }: MediaItem) => `artwork:${media.id}.${sourceVersion}`;
  const isMore = async (sought: string | undefined) =>
    sought === undefined || (sought === ('cover' satisfies Sought) && (await canSeekMore()));
  const leave = async (item: MediaItem, sought: Sought): Promise<void> => {
    await keys.compareAndSet(keyOf(item), 'all' satisfies Sought, sought, dayMs);
  };
  return {
    async isWanted(item: MediaItem): Promise<boolean> {
      return item.media.artwork === undefined && isMore(await keys.get(keyOf(item)));
    },
    /** Whether no replica seeks the picture of this film, or has sought it lately. Then nobody else does. */
    async begin(item: MediaItem): Promise<boolean> {
      const sought = await keys.get(keyOf(item));
      return (await isMore(sought)) && keys.compareAndSet(keyOf(item), sought, 'all' satisfies Sought, restMs);
    },
    /** The film has no cover, and its frames could not be taken here. */
    endAtCover: (item: MediaItem) => leave(item, 'cover'),
    forget: async (item: MediaItem): Promise<void> => void (await keys.delete(keyOf(item))),
    /** The film has no picture. */
    endWithNone: (item: MediaItem) => leave(item, 'all'),
  };
}
