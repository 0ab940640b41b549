import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type {
  DeleteSharedSubtitlesRequest,
  GetSharedSubtitlesRequest,
  SharedSubtitlesChangeSchema,
  SharedSubtitlesSchema,
  ShareSubtitlesRequest,
} from '@matinee/contract/gen/service/client/shared_subtitles_pb.ts';
import { isSubStation } from '@matinee/subtitles/formats/substation.ts';
import { toWebVtt } from '@matinee/subtitles/webvtt.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Library } from '../library/library.port.ts';
import { sharedSubtitlesErrors } from './shared-subtitles.errors.ts';
import * as store from './shared-subtitles.store.ts';

/** Kind of the events that say what has changed. */
export const sharedSubtitlesKind = 'sharedSubtitles';

/** Most subtitles of an item. */
const mostOfItem = 8;

export interface SharedSubtitlesParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly library: Pick<Library, 'findMedia'>;
}

type MemberCall = Call<UserPrincipal, RoomStanding>;

export function makeSharedSubtitles({ db, clock, ids, library }: SharedSubtitlesParts) {
  const list = async (roomId: string) => ({
    sharedSubtitles: (await store.listShared(db.query(), roomId)).map(toMessage),
  });

  return {
    /** [SA1] */
    list,
    /** Those of all items, for those who begin to look. */
    snapshot: async (roomId: string) => ({ version: 0, payload: payloadOf(await list(roomId), true) }),
    /** Stores the subtitles and tells the room, both or neither. [SA2] [SA3] */
    async share({ mediaId, name, language, text: given }: ShareSubtitlesRequest, { room, principal }: MemberCall) {
      const text = toWebVtt(Buffer.from(given), language);
      if (text === undefined) throw sharedSubtitlesErrors.unreadable();
      const row = {
        ...{ room_id: room.roomId, media_id: mediaId, creator_id: principal.userId, name, language },
        id: ids.make('sub'),
        created_at: dateOf(clock.nowMs()),
      };
      return db.write(async (tx) => {
        if (!(await library.findMedia(tx, room.roomId, mediaId))) throw sharedSubtitlesErrors.item_not_found();
        // From here to the commit nobody else of the room shares any, so the count is right.
        await tx.nextSequence(room.roomId);
        if ((await store.countOfItem(tx.query(), mediaId)) >= mostOfItem) throw sharedSubtitlesErrors.too_many();
        await store.insertShared(tx.query(), { ...row, text, script: isSubStation(given) ? given : null });
        const shared = toMessage({ ...row, creator_name: principal.displayName || principal.username });
        tell(tx, room.roomId, { sharedSubtitles: [shared] });
        return { sharedSubtitles: shared };
      });
    },
    async get({ subtitlesId }: GetSharedSubtitlesRequest, roomId: string) {
      const found = await store.findTexts(db.query(), roomId, subtitlesId);
      if (!found) throw sharedSubtitlesErrors.not_found();
      return { text: found.text, script: found.script ?? '' };
    },
    /** [SA4] */
    delete: ({ subtitlesId }: DeleteSharedSubtitlesRequest, { room, principal }: MemberCall) =>
      db.write(async (tx) => {
        const creatorId = await store.lockCreator(tx.query(), room.roomId, subtitlesId);
        if (creatorId === undefined) throw sharedSubtitlesErrors.not_found();
        if (creatorId !== principal.userId && !room.permissions.has(Permission.DELETE_MEDIA))
          throw sharedSubtitlesErrors.not_yours();
        await store.deleteShared(tx.query(), subtitlesId);
        tell(tx, room.roomId, { deletedIds: [subtitlesId] });
        return {};
      }),
  };
}

type Change = Omit<MessageInitShape<typeof SharedSubtitlesChangeSchema>, '$typeName'>;

function tell(tx: Tx, roomId: string, change: Change): void {
  tx.emit({ topic: roomId, kind: sharedSubtitlesKind, payload: payloadOf(change, false) });
}

function payloadOf(value: Change, snapshot: boolean) {
  return changePayload({ snapshot, resource: { case: 'sharedSubtitles', value } });
}

function toMessage(row: store.ListedSubtitles): MessageInitShape<typeof SharedSubtitlesSchema> {
  return {
    id: row.id,
    roomId: row.room_id,
    mediaId: row.media_id,
    creatorId: row.creator_id,
    creatorName: row.creator_name,
    name: row.name,
    language: row.language,
    createdAt: timestampFromDate(row.created_at),
  };
}
