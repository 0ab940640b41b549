/** Remembers recent searches for pictures, over all replicas. [AW7] */
import type { LocalKeys } from '../../../store/key-value/key-value.ts';
import type { MediaItem } from '../library/library.port.ts';

/** Pause after a search without a result, in milliseconds. */
const dayMs = 24 * 60 * 60_000;
/** Pause during a search, and after a failure, in milliseconds. */
const restMs = 10 * 60_000;

/** The extent of a search: the embedded cover alone, or also a poster or a frame. */
type Sought = 'cover' | 'all';

export type SoughtFilms = ReturnType<typeof makeSoughtFilms>;

/** `canSeekMore`: whether other pictures than covers can be found. */
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
    /** Claims the search for a film. False: a replica is searching, or has searched recently. */
    async begin(item: MediaItem): Promise<boolean> {
      const sought = await keys.get(keyOf(item));
      return (await isMore(sought)) && keys.compareAndSet(keyOf(item), sought, 'all' satisfies Sought, restMs);
    },
    /** The film has no cover, and frames cannot be taken here. */
    endAtCover: (item: MediaItem) => leave(item, 'cover'),
    forget: async (item: MediaItem): Promise<void> => void (await keys.delete(keyOf(item))),
    /** The film has no picture at all. */
    endWithNone: (item: MediaItem) => leave(item, 'all'),
  };
}
