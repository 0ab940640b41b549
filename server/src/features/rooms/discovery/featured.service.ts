import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { SetFeaturedRoomsRequest } from '@matinee/contract/gen/service/client/featured_rooms_pb.ts';
import type { AdminPrincipal, Call } from '../../../kernel/call.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database, Reader } from '../../../store/database.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { Online } from '../members/members.port.ts';
import type { RoomCare, RoomView } from '../rooms/rooms.port.ts';
import { discoveryErrors } from './discovery.errors.ts';
import * as store from './featured.store.ts';

export interface FeaturedParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly online: Pick<Online, 'busiest'>;
  readonly audit: Audit;
  readonly rooms: Pick<RoomCare, 'getView' | 'toRoom'>;
}

export type FeaturedRooms = Pick<ReturnType<typeof makeFeatured>, 'shown'>;

/** Manages the rooms that come first in the feeds. */
export function makeFeatured({ db, clock, online, audit, rooms }: FeaturedParts) {
  const hasTime = (row: store.FeaturedRow) => row.ends_at === null || row.ends_at.getTime() > clock.nowMs();

  async function list(reader: Reader) {
    const query = reader.query<store.FeaturedTables>();
    const rows = await store.listChosen(query);
    const views = await viewsOf(reader, rows);
    return {
      rooms: rows.map((row, place) => ({
        room: rooms.toRoom(views[place]!),
        isShown: row.is_listed && hasTime(row),
        ...(row.ends_at ? { endsAt: timestampFromDate(row.ends_at) } : {}),
      })),
      version: await store.readVersion(query),
    };
  }

  /** @throws AppError `rooms.not_found`. */
  async function viewsOf(reader: Reader, rows: readonly store.FeaturedRow[]): Promise<RoomView[]> {
    const views: RoomView[] = [];
    for (const row of rows) views.push(await rooms.getView(reader, row.room_id));
    return views;
  }

  return {
    /** Ids of the currently featured rooms. [RO8] [DI7] */
    async shown(): Promise<string[]> {
      const read = db.query<store.FeaturedTables>();
      const chosen = (await store.listChosen(read)).filter((row) => row.is_listed && hasTime(row));
      const ids = chosen.map((row) => row.room_id);
      const candidates = online.busiest().slice(0, 4 * store.maxFeatured);
      const others = candidates.filter((id) => !ids.includes(id));
      return [...ids, ...(await store.keepListed(read, others))].slice(0, store.maxFeatured);
    },
    /** [DI7] */
    list: () => list(db),
    /** [DI7] [DI8] */
    set({ rooms: chosen, expectedVersion }: SetFeaturedRoomsRequest, call: Call<AdminPrincipal>) {
      const rows = chosen.map(({ roomId, endsAt }, place) => ({
        room_id: roomId,
        place,
        ends_at: endsAt ? timestampDate(endsAt) : null,
      }));
      if (!rows.every(hasTime)) throw discoveryErrors.end_is_over();
      return db.write(async (tx) => {
        const query = tx.query<store.FeaturedTables>();
        const version = await store.lockVersion(query);
        if (expectedVersion !== undefined && expectedVersion !== version)
          throw discoveryErrors.featured_version_conflict();
        await viewsOf(tx, rows);
        await store.replaceChosen(query, rows);
        await audit.record(tx, call, {
          action: 'rooms.featured',
          details: { rooms: rows.map((row) => ({ id: row.room_id, endsAt: row.ends_at?.toISOString() ?? null })) },
        });
        return list(tx);
      });
    },
  };
}
