import type { Database, Reader } from '../../../store/database.ts';
import type { Library } from '../library/library.port.ts';
import { changeLibrary } from '../library/library-access.ts';
import type { Covers } from '../library/library-changes.ts';
import { moveMedia } from '../library/media.service.ts';
import type { QueuePlace, VoteOrder } from './queue-votes.port.ts';
import * as store from './queue-votes.store.ts';

export interface VoteOrderParts {
  readonly db: Database;
  readonly library: Pick<Library, 'order'>;
  readonly sources: Covers;
}

/**
 * The items after `current`, best votes first; equal votes keep the order of the list. Items before `current` have had
 * their turn, and return only with more votes for than against. Pure. [QV7]
 */
export function inVoteOrder(
  keys: readonly string[],
  current: string,
  votes: readonly store.CountedVotes[],
): readonly string[] {
  const balances = new Map(votes.map(({ media_id, up, down }) => [media_id, up - down]));
  const balanceOf = (key: string) => balances.get(key) ?? 0;
  const at = keys.indexOf(current);
  return keys
    .filter((key, place) => key !== current && (place > at || balanceOf(key) > 0))
    .sort((a, b) => balanceOf(b) - balanceOf(a));
}

/** The feature's port. It does not depend on playback, so that playback can depend on it. */
export function makeVoteOrder({ db, library, sources }: VoteOrderParts): VoteOrder {
  async function read(reader: Reader, roomId: string, { playlistId, currentId }: QueuePlace) {
    const keys = await library.order(reader, roomId, playlistId, currentId);
    const votes = await store.countVotes(reader.query(), roomId, keys);
    return { keys, following: inVoteOrder(keys, currentId, votes) };
  }

  /** The item to move right behind the current one; undefined: it is already there. */
  async function findBest(reader: Reader, roomId: string, place: QueuePlace): Promise<string | undefined> {
    const { keys, following } = await read(reader, roomId, place);
    const best = following[0];
    return best === keys[keys.indexOf(place.currentId) + 1] ? undefined : best;
  }

  return {
    following: async (reader, roomId, place) => (await read(reader, roomId, place)).following,
    async bringForward(roomId, place) {
      if ((await findBest(db, roomId, place)) === undefined) return;
      await changeLibrary(db, roomId, async (tx) => {
        const mediaId = await findBest(tx, roomId, place);
        if (mediaId !== undefined) await moveMedia(tx, roomId, { mediaId, afterId: place.currentId }, sources);
      });
    },
  };
}
