import type { MessageInitShape } from '@bufbuild/protobuf';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { UpNextSchema } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { changePayload } from '../../realtime/frames.ts';
import type { ResourceOf } from '../../realtime/resource.ts';
import type { Database } from '../../store/database.ts';
import { isPlaylistKind, type Library } from '../library/library.port.ts';
import { type Rooms, settingsKind } from '../rooms/rooms.port.ts';
import { upcoming } from './play-order.ts';
import { playbackKind } from './playback.port.ts';
import type { PlaybackService } from './playback.service.ts';

/** Most items that are told. */
const maxItems = 5;

export interface UpNextParts {
  readonly db: Database;
  readonly library: Pick<Library, 'order' | 'listMedia'>;
  readonly rooms: Rooms;
}

type UpNext = Exclude<MessageInitShape<typeof UpNextSchema>, { $typeName: string }>;
type ReadUpNext = (roomId: string) => Promise<UpNext>;

/** Gives the function that says what plays after what plays now. [PB23] */
export function makeUpNext({ db, library, rooms }: UpNextParts, service: Pick<PlaybackService, 'read'>): ReadUpNext {
  return async (roomId) => {
    const [timeline, settings] = await Promise.all([service.read(roomId), rooms.getSettings(roomId)]);
    const { mediaId, playlistId, shuffleSeed: seed } = timeline;
    const told = { autoPlay: settings.autoPlay, delaySeconds: settings.autoPlayDelaySeconds };
    if (mediaId === null || playlistId === null) return { ...told, items: [] };
    const keys = await library.order(db, roomId, playlistId, mediaId);
    const ids = upcoming({ keys, mode: settings.autoPlay, seed }, mediaId, maxItems);
    const media = await library.listMedia(db, roomId, ids);
    return {
      ...told,
      items: ids.flatMap((id) => {
        const item = media.get(id);
        if (!item) return [];
        const { name, durationSeconds } = item;
        return { mediaId: id, playlistId, name, ...(durationSeconds === undefined ? {} : { durationSeconds }) };
      }),
    };
  };
}

/** What plays next, for those who observe it. It is not stored: what it follows from is. */
export function upNextResource(read: ReadUpNext): ResourceOf<'upNext'> {
  return {
    case: 'upNext',
    permission: Permission.BROWSE_LIBRARY,
    membersOnly: true,
    isEphemeral: true,
    follows: (kind) => kind === playbackKind || kind === settingsKind || isPlaylistKind(kind),
    key: () => 'upNext',
    async snapshot(roomId) {
      const value = await read(roomId);
      return { version: 0, payload: changePayload({ snapshot: true, resource: { case: 'upNext', value } }) };
    },
  };
}
