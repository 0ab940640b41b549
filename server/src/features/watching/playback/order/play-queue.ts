import { AutoPlayMode } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Tx } from '../../../../store/database.ts';
import type { FolderQueue, Library } from '../../../media/library/library.port.ts';
import type { VoteOrder } from '../../../media/queue-votes/queue-votes.port.ts';
import { playbackErrors } from '../playback.errors.ts';
import type { Timeline } from '../timeline.ts';

/** The items before and after the current one. */
export interface Queue {
  readonly keys: readonly string[];
  /** The key of the current item. */
  readonly current: string;
  /** @returns the id of an item, which is created if it does not exist yet. */
  keep(tx: Tx, key: string): Promise<string>;
}

type PlayLibrary = Pick<Library, 'order' | 'folderQueue'>;

/**
 * The queue of a dynamic playlist; undefined while none plays. It requests the playlist's server, so callers run it
 * before their transaction.
 */
export async function readFolder(
  library: PlayLibrary,
  roomId: string,
  { mediaId, targetHash }: Timeline,
): Promise<FolderQueue | undefined> {
  return mediaId === null || targetHash === null ? undefined : library.folderQueue(roomId, mediaId);
}

export interface AheadParts {
  readonly library: PlayLibrary;
  readonly voteOrder: Pick<VoteOrder, 'bringForward'>;
}

/**
 * Prepares the step to the next item, before its transaction: where the room plays by votes, the item with the most
 * votes moves right behind the current one. @returns as `readFolder`
 */
export async function readAhead(
  { library, voteOrder }: AheadParts,
  roomId: string,
  timeline: Timeline,
  { autoPlay }: { readonly autoPlay: AutoPlayMode },
): Promise<FolderQueue | undefined> {
  const { mediaId: currentId, playlistId, targetHash } = timeline;
  if (currentId === null || playlistId === null) return undefined;
  if (targetHash !== null) return readFolder(library, roomId, timeline);
  if (autoPlay === AutoPlayMode.VOTES) await voteOrder.bringForward(roomId, { playlistId, currentId });
  return undefined;
}

/** An empty queue, for a playlist whose server does not answer. */
export function noFolder({ mediaId }: Timeline): FolderQueue {
  const nothing = () => {
    throw new Error('there is nothing in this queue');
  };
  return { mediaId: mediaId ?? '', keys: [], current: '', describe: nothing, keep: nothing };
}

/**
 * The items before and after the item of `timeline`. @throws AppError `playback.stale` if another item was playing when
 * `folder` was read.
 */
export async function readQueue(
  library: PlayLibrary,
  tx: Tx,
  roomId: string,
  timeline: Timeline,
  folder: FolderQueue | undefined,
): Promise<Queue> {
  const { mediaId, playlistId, targetHash } = timeline;
  if (mediaId === null || playlistId === null) throw playbackErrors.nothing_playing();
  if (targetHash !== null && folder?.mediaId !== mediaId) throw playbackErrors.stale();
  if (targetHash !== null && folder) return folder;
  const keys = await library.order(tx, roomId, playlistId, mediaId);
  return { keys, current: mediaId, keep: async (_, key) => key };
}
