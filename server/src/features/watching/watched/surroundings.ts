import type { Media } from '@matinee/contract/gen/service/client/library_pb.ts';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { RoomStanding } from '../../../kernel/call.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Database } from '../../../store/database.ts';
import type { Library } from '../../media/library/library.port.ts';
import type { Members } from '../../rooms/members/members.port.ts';
import { listRoomNames, type WatchedRow, type WatchedTables } from './watched.store.ts';

export interface SurroundingParts {
  readonly db: Database;
  readonly library: Pick<Library, 'listMedia' | 'isPrivate'>;
  readonly members: Pick<Members, 'findStanding'>;
}

/** The rooms and items of a person's entries that the person may still see. [OH5] */
export interface Surroundings {
  /** Rooms that the person may enter. */
  readonly rooms: ReadonlyMap<string, { readonly name: string; readonly mayBrowse: boolean }>;
  /** Items that the person may browse. */
  readonly media: ReadonlyMap<string, Media>;
}

/** Makes the function that finds the rooms and items that a person may still see. [OH5] */
export function makeSurroundings({ db, library, members }: SurroundingParts) {
  return async (rows: readonly WatchedRow[], userId: string): Promise<Surroundings> => {
    const roomIds = [...new Set(rows.map((row) => row.room_id))];
    const standings = await Promise.all(roomIds.map((roomId) => standingIn(members, roomId, userId)));
    const entered = standings.filter((standing) => standing !== undefined);
    const names = await listRoomNames(
      db.query<WatchedTables>(),
      entered.map(({ roomId }) => roomId),
    );
    const rooms = new Map(
      entered.map(({ roomId, permissions }) => [
        roomId,
        { name: names.get(roomId) ?? '', mayBrowse: permissions.has(Permission.BROWSE_LIBRARY) },
      ]),
    );
    const idsIn = (roomId: string) => rows.filter((row) => row.room_id === roomId).map((row) => row.media_id);
    const browsed = roomIds.filter((roomId) => rooms.get(roomId)?.mayBrowse);
    const lists = await Promise.all(
      browsed.map((roomId) => library.listMedia(db, roomId, [...new Set(idsIn(roomId))])),
    );
    return { rooms, media: new Map(lists.flatMap((list) => [...list])) };
  };
}

/** Sources of items, by item. Sources in a playlist that only its creator may browse are hidden from others. [OH5] */
export async function listSources({ db, library }: SurroundingParts, media: Iterable<Media>, userId: string) {
  const hidden = new Map<string, Promise<boolean>>();
  const isHidden = ({ playlistId }: Media) => {
    const known = hidden.get(playlistId) ?? library.isPrivate(db, playlistId);
    hidden.set(playlistId, known);
    return known;
  };
  const shown = await Promise.all(
    [...media].map(async (item) => (item.creatorId === userId || !(await isHidden(item)) ? [item] : [])),
  );
  return new Map(shown.flat().flatMap(({ id, source }) => (source ? [[id, source] as const] : [])));
}

/** Undefined: the person may not enter the room. */
async function standingIn(
  members: SurroundingParts['members'],
  roomId: string,
  userId: string,
): Promise<RoomStanding | undefined> {
  try {
    return await members.findStanding({ kind: 'user', userId }, roomId);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
