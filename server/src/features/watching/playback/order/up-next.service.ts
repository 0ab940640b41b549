import type { MessageInitShape } from '@bufbuild/protobuf';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { UpNextSchema } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { AutoPlayMode } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import { changePayload } from '../../../../realtime/frames.ts';
import type { ResourceOf } from '../../../../realtime/resource.ts';
import type { Database } from '../../../../store/database.ts';
import { isPlaylistKind, type Library, pictureOf } from '../../../media/library/library.port.ts';
import { queueVotesKind, type VoteOrder } from '../../../media/queue-votes/queue-votes.port.ts';
import { type Rooms, settingsKind } from '../../../rooms/rooms/rooms.port.ts';
import { playbackKind } from '../playback.port.ts';
import type { PlaybackService } from '../playback.service.ts';
import type { Timeline } from '../timeline.ts';
import { type Ordering, upcoming } from './play-order.ts';
import { readFolder } from './play-queue.ts';

/** Most upcoming items in an answer. */
const maxItems = 5;

export interface UpNextParts {
  readonly db: Database;
  readonly library: Pick<Library, 'order' | 'listMedia' | 'folderQueue' | 'isPrivate'>;
  readonly rooms: Rooms;
  readonly voteOrder: Pick<VoteOrder, 'following'>;
}

type UpNext = Exclude<MessageInitShape<typeof UpNextSchema>, { $typeName: string }> & {
  items: NonNullable<MessageInitShape<typeof UpNextSchema>['items']>;
};
type ReadUpNext = (roomId: string) => Promise<UpNext>;

/** Makes the function that lists the upcoming items. [PB23] */
export function makeUpNext(
  { db, library, rooms, voteOrder }: UpNextParts,
  service: Pick<PlaybackService, 'read'>,
): ReadUpNext {
  /** Ids of the upcoming items. */
  async function listIds(
    roomId: string,
    playlistId: string,
    currentId: string,
    { mode, seed }: Pick<Ordering, 'mode' | 'seed'>,
  ): Promise<readonly string[]> {
    if (mode === AutoPlayMode.VOTES)
      return (await voteOrder.following(db, roomId, { playlistId, currentId })).slice(0, maxItems);
    const keys = await library.order(db, roomId, playlistId, currentId);
    return upcoming({ keys, mode, seed }, currentId, maxItems);
  }

  async function readItems(roomId: string, timeline: Timeline, mode: AutoPlayMode): Promise<UpNext['items']> {
    const { mediaId, playlistId, shuffleSeed: seed } = timeline;
    if (mediaId === null || playlistId === null || (await library.isPrivate(db, playlistId))) return [];
    const folder = await readFolder(library, roomId, timeline);
    if (folder)
      return upcoming({ keys: folder.keys, mode, seed }, folder.current, maxItems).map((targetHash) => {
        const { durationSeconds, ...item } = folder.describe(targetHash);
        return { ...item, targetHash, ...(durationSeconds === null ? {} : { durationSeconds }) };
      });
    const ids = await listIds(roomId, playlistId, mediaId, { mode, seed });
    const media = await library.listMedia(db, roomId, ids);
    return ids.flatMap((id) => {
      const item = media.get(id);
      if (!item) return [];
      const { name, durationSeconds, thumbnail } = item;
      return {
        mediaId: id,
        playlistId,
        name,
        thumbnail,
        ...pictureOf(item),
        ...(durationSeconds === undefined ? {} : { durationSeconds }),
      };
    });
  }

  return async (roomId) => {
    const [timeline, settings] = await Promise.all([service.read(roomId), rooms.getSettings(roomId)]);
    return {
      autoPlay: settings.autoPlay,
      delaySeconds: settings.autoPlayDelaySeconds,
      items: await readItems(roomId, timeline, settings.autoPlay),
    };
  };
}

/** The upcoming items, for observers. They are derived from stored state, not stored. */
export function upNextResource(read: ReadUpNext): ResourceOf<'upNext'> {
  return {
    case: 'upNext',
    permission: Permission.BROWSE_LIBRARY,
    membersOnly: true,
    isEphemeral: true,
    follows: (kind) => kind === playbackKind || [settingsKind, queueVotesKind].includes(kind) || isPlaylistKind(kind),
    key: () => 'upNext',
    async snapshot(roomId) {
      const value = await read(roomId);
      return { version: 0, payload: changePayload({ snapshot: true, resource: { case: 'upNext', value } }) };
    },
  };
}
