import { timestampDate } from '@bufbuild/protobuf/wkt';
import { RoomStatus, RoomVisibility } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Database } from '../../../store/database.ts';
import { listVisibleMembers, type VisibilityParts } from './online-members.ts';
import type { NowPlaying, OpenRooms, Schedules } from './rooms.port.ts';
import { findRoom, type RoomTables } from './rooms.store.ts';

interface Parts extends VisibilityParts {
  readonly db: Database;
  readonly nowPlaying: NowPlaying;
  readonly schedules: Schedules;
}

/** Public rooms as link previews show them. */
export function makeOpenRooms(parts: Parts): OpenRooms {
  const { db, nowPlaying, schedules, online } = parts;
  return {
    async find(roomId) {
      const row = await findRoom(db.query<RoomTables>(), roomId);
      if (row?.visibility !== RoomVisibility.PUBLIC) return undefined;
      if (row.status !== RoomStatus.ACTIVE || row.creator_inactive) return undefined;
      const { memberIds, guestCount } = online.of(roomId);
      const isOpen = row.password_record === null;
      const playing = isOpen ? (await nowPlaying.of([roomId])).get(roomId)?.name : undefined;
      const startsAt = (await schedules.of([roomId])).get(roomId)?.startsAt;
      return {
        id: row.id,
        name: row.name,
        creatorId: row.creator_id,
        creatorName: row.creator_display_name,
        onlineCount: memberIds.size + guestCount,
        people: await listVisibleMembers(row, parts, false),
        nowPlaying: playing,
        progress: playing === undefined ? undefined : await nowPlaying.progress(roomId),
        startsAt: startsAt && timestampDate(startsAt),
      };
    },
  };
}
