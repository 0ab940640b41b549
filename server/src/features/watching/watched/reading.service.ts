import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Media, MediaAvailability } from '@matinee/contract/gen/service/client/library_pb.ts';
import type {
  ListUnfinishedRequest,
  ListWatchedRequest,
  WatchedEntrySchema,
} from '@matinee/contract/gen/service/client/watched_pb.ts';
import type { UserPrincipal } from '../../../kernel/call.ts';
import type { PageCursors } from '../../../kernel/signing/page-cursors.ts';
import { pictureOf } from '../../media/library/library.port.ts';
import type { PlaybackTables } from '../playback/playback.store.ts';
import { listTimelines } from '../playback/playback.store.ts';
import { listSources, makeSurroundings, type SurroundingParts, type Surroundings } from './surroundings.ts';
import { watchedErrors } from './watched.errors.ts';
import * as store from './watched.store.ts';

export interface ReadingParts extends SurroundingParts {
  readonly cursors: PageCursors;
}

type Entry = Exclude<MessageInitShape<typeof WatchedEntrySchema>, { $typeName: string }>;

/** Number of newest entries searched for unfinished ones. */
const unfinishedAmong = 100;

/** Reads a person's watch history. */
export function makeReading(parts: ReadingParts) {
  const { db, cursors } = parts;
  const queries = () => db.query<store.WatchedTables>();
  const surroundingsOf = makeSurroundings(parts);

  async function withCompanions(rows: readonly store.WatchedRow[], { rooms, media }: Surroundings): Promise<Entry[]> {
    const ids = rows.map(({ id }) => id);
    const companions = ids.length === 0 ? [] : await store.listCompanions(queries(), ids);
    return rows.map((row) => ({
      ...toEntry(row),
      ...roomOf(row.room_id, rooms.get(row.room_id)),
      ...picturesOf(media.get(row.media_id)),
      ...companionsOf(companions.filter(({ entry_id }) => entry_id === row.id)),
    }));
  }

  return {
    /** [OH4] */
    async list({ cursor, pageSize, search, withSources }: ListWatchedRequest, { userId }: UserPrincipal) {
      const scope = ['watched', userId, search];
      const beforeId = cursor === '' ? undefined : cursors.open(scope, cursor);
      if (cursor !== '' && beforeId === undefined) throw watchedErrors.invalid_cursor();
      const limit = pageSize || 20;
      const rows = await store.listEntries(queries(), userId, { beforeId, search, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const around = await surroundingsOf(shown, userId);
      const entries = await withCompanions(shown, around);
      const sources = withSources ? await listSources(parts, around.media.values(), userId) : undefined;
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        entries: entries.map((entry) => {
          const source = sources?.get(entry.mediaId!);
          return source ? { ...entry, source } : entry;
        }),
        ...(last ? { nextCursor: cursors.seal(scope, last.id) } : {}),
      };
    },
    /** [OH11] */
    async listUnfinished({ pageSize }: ListUnfinishedRequest, { userId }: UserPrincipal) {
      const rows = await store.listEntries(queries(), userId, { search: '', limit: unfinishedAmong });
      const unfinished = unfinishedOf(rows);
      const around = await surroundingsOf(unfinished, userId);
      const isThere = ({ room_id, media_id }: store.WatchedRow) =>
        around.rooms.has(room_id) && around.media.get(media_id)?.availability === MediaAvailability.AVAILABLE;
      const shown = unfinished.filter(isThere).slice(0, pageSize || 6);
      const roomIds = [...new Set(shown.map((row) => row.room_id))];
      const timelines = await listTimelines(db.query<PlaybackTables>(), roomIds);
      const entries = await withCompanions(shown, around);
      return {
        entries: entries.map((entry) => ({
          ...entry,
          playsNow: timelines.get(entry.room!.id!)?.mediaId === entry.mediaId,
        })),
      };
    },
  };
}

/** The newest entry of each item of a room, if it was not watched to its end. Pure. [OH11] */
export function unfinishedOf(rows: readonly store.WatchedRow[]): store.WatchedRow[] {
  const newest = new Map<string, store.WatchedRow>();
  for (const row of rows) {
    const item = `${row.room_id} ${row.media_id}`;
    if (!newest.has(item)) newest.set(item, row);
  }
  return [...newest.values()].filter((row) => !row.finished && row.duration_seconds !== null);
}

function toEntry(row: store.WatchedRow): Entry {
  return {
    id: row.id,
    mediaId: row.media_id,
    name: row.name,
    startedAt: timestampFromDate(row.started_at),
    leftAt: timestampFromDate(row.left_at),
    watchedSeconds: Math.round(row.watched_seconds),
    positionSeconds: row.position_seconds,
    finished: row.finished,
    ...(row.duration_seconds === null ? {} : { durationSeconds: row.duration_seconds }),
  };
}

function roomOf(id: string, room: { readonly name: string } | undefined): Pick<Entry, 'room'> | object {
  return room ? { room: { id, name: room.name } } : {};
}

function picturesOf(media: Media | undefined): Pick<Entry, 'thumbnail' | 'cover'> | object {
  return { thumbnail: media?.thumbnail ?? '', ...pictureOf(media) };
}

function companionsOf(rows: readonly store.CompanionRow[]): Pick<Entry, 'companions' | 'companionCount'> {
  return {
    companions: rows.map(({ id, username, display_name }) => ({ userId: id, username, displayName: display_name })),
    companionCount: rows[0]?.total ?? 0,
  };
}
