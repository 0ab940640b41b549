import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleRoomStream } from '../../../kernel/handler.ts';
import { Alarms } from '../../../kernel/time/alarms.ts';
import type { Database } from '../../../store/database.ts';
import type { Feature } from '../../feature.ts';
import type { Library } from '../../media/library/library.port.ts';
import type { Sources } from '../../media/providers/providers.port.ts';
import type { WatchRoom } from '../../watch-room.ts';
import { type PlaybackPort, playbackKind } from '../../watching/playback/playback.port.ts';
import { leaseEveryMs, type RoomCommentParts, RoomComments } from './room-comments.ts';

interface Parts extends Omit<RoomCommentParts, 'findPlaying' | 'publish'> {
  readonly db: Database;
  readonly library: Pick<Library, 'findMedia'>;
  readonly playback: Pick<PlaybackPort, 'moment'>;
  readonly sources: Pick<Sources, 'liveComments'>;
  /** Sends a change to the observers of `key` in this process. */
  readonly publish: (roomId: string, key: string, payload: Uint8Array) => void;
}

const key = 'liveComments';
/** How long the connection stays open after its last listener left, in milliseconds: enough to reload a page. */
export const lingerMs = 10_000;

/** Comments written at the source site of the item that a room plays. [LC1] [LC2] */
export function liveCommentsFeature(given: Parts, watch: WatchRoom): Feature {
  const parts: RoomCommentParts = {
    ...given,
    findPlaying: (roomId) => findPlaying(given, roomId),
    publish: (roomId, payload) => given.publish(roomId, key, payload),
  };
  const rooms = makeRooms(parts);
  return {
    name: 'live-comments',
    bindings: [
      handleRoomStream(RoomService.method.watchLiveComments, async function* (_, call) {
        for await (const { snapshot, resource } of watch(call, { case: 'liveComments', value: {} }))
          if (resource.case === 'liveComments') yield { snapshot, liveComments: resource.value };
      }),
    ],
    resources: [
      {
        case: 'liveComments',
        membersOnly: true,
        isEphemeral: true,
        // After such an event, another item may play.
        follows: (kind) => kind === playbackKind,
        key: () => key,
        onObserved: rooms.onObserved,
        snapshot: async (roomId) => ({ version: 0, payload: await rooms.get(roomId).look() }),
      },
    ],
    parts: [rooms.part],
  };
}

/** The rooms with listeners on this replica, including those that lost their last one recently. */
function makeRooms(parts: RoomCommentParts) {
  const { clock } = parts;
  const rooms = new Map<string, RoomComments>();
  /** Timers that close rooms without viewers. */
  const lingering = new Alarms(clock);
  let cancelBeat: (() => void) | undefined;

  function get(roomId: string): RoomComments {
    const known = rooms.get(roomId) ?? new RoomComments(roomId, parts);
    rooms.set(roomId, known);
    return known;
  }
  function close(roomId: string): void {
    rooms.get(roomId)?.close();
    rooms.delete(roomId);
  }
  return {
    get,
    onObserved(roomId: string, isObserved: boolean): void {
      lingering.cancel(roomId);
      if (isObserved) get(roomId);
      else lingering.set(roomId, lingerMs, () => close(roomId));
    },
    part: {
      name: 'live comments',
      start: async () => {
        cancelBeat = clock.every(leaseEveryMs, () => {
          for (const room of rooms.values()) room.claim();
        });
      },
      stop: async () => {
        cancelBeat?.();
        lingering.end();
        for (const roomId of [...rooms.keys()]) close(roomId);
      },
    },
  };
}

async function findPlaying({ db, library, playback, sources }: Parts, roomId: string) {
  const moment = await playback.moment(db, roomId);
  const item = moment && (await library.findMedia(db, roomId, moment.mediaId));
  const talk = item && sources.liveComments(item);
  if (!item || !talk) return undefined;
  return { mediaId: item.media.id, name: `${item.media.id} ${item.sourceVersion}`, talk };
}
