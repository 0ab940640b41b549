import { timestampDate } from '@bufbuild/protobuf/wkt';
import { RoomStatus } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { PageFile } from '../../../kernel/http/pages.ts';
import type { Database } from '../../../store/database.ts';
import { type Library, rootPlaylistId } from '../../media/library/library.port.ts';
import type { RoomCare, RoomView, Schedules } from '../../rooms/rooms/rooms.port.ts';
import type { PlaybackPort } from '../playback/playback.port.ts';
import { calendarFile } from './calendar-file.ts';
import { findRow } from './schedule.store.ts';

export interface CalendarParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly schedules: Schedules;
  readonly rooms: Pick<RoomCare, 'getView'>;
  readonly library: Pick<Library, 'findMedia' | 'order'>;
  readonly playback: Pick<PlaybackPort, 'moment'>;
}

/** The start of a room as a calendar file. [SH9] */
export function makeCalendarFile(parts: CalendarParts): PageFile {
  const { db, clock, schedules, rooms } = parts;
  return {
    path: '/r/:roomId/calendar.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    async read({ roomId = '' }, publicUrl) {
      const schedule = (await schedules.of([roomId])).get(roomId);
      if (!schedule?.startsAt) return undefined;
      const room = await rooms.getView(db, roomId);
      if (room.status !== RoomStatus.ACTIVE || room.creator_inactive) return undefined;
      const body = calendarFile({
        uid: `${schedule.id}@${new URL(publicUrl).hostname}`,
        sequence: schedule.version,
        madeAt: dateOf(clock.nowMs()),
        startsAt: timestampDate(schedule.startsAt),
        durationSeconds: room.password_record === null ? await lengthOf(parts, room) : undefined,
        title: schedule.title ? `${schedule.title} (${room.name})` : room.name,
        note: schedule.note,
        url: `${publicUrl}/r/${roomId}`,
      });
      return { name: 'matinee.ics', body };
    },
  };
}

/**
 * Length (s) of the film that would start: the one of the schedule, else the chosen item, else the first one.
 * Undefined: unknown.
 */
async function lengthOf({ db, library, playback }: CalendarParts, room: RoomView): Promise<number | undefined> {
  const [named, chosen] = await Promise.all([findRow(db.query(), room.id), playback.moment(db, room.id)]);
  const mediaId = named?.media_id ?? chosen?.mediaId ?? (await library.order(db, room.id, rootPlaylistId(room.id)))[0];
  return mediaId === undefined ? undefined : (await library.findMedia(db, room.id, mediaId))?.media.durationSeconds;
}
