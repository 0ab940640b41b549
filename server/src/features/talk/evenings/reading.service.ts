import type { GetEveningRequest, ListEveningsRequest } from '@matinee/contract/gen/service/client/evenings_pb.ts';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { dateOf } from '../../../kernel/clock.ts';
import type { PageCursors } from '../../../kernel/signing/page-cursors.ts';
import { daysIn } from './calendar.ts';
import { eveningsErrors } from './evenings.errors.ts';
import * as store from './evenings.store.ts';
import { makeShow, type RoomCall, type ShowingParts } from './showing.ts';

export interface ReadingParts extends ShowingParts {
  readonly cursors: PageCursors;
}

/** The evenings that a caller may see: those they attended, or all. [EV5] */
export function sightOf({ room: { roomId, permissions }, principal: { userId } }: RoomCall): store.Sight {
  return permissions.has(Permission.VIEW_PLAYBACK_HISTORY) ? { roomId } : { roomId, onlyOf: userId };
}

/** Reads the evenings of a room. */
export function makeEveningReading(parts: ReadingParts) {
  const { db, clock, cursors } = parts;
  const queries = () => db.query<store.EveningsTables>();
  const show = makeShow(parts);

  /** Ids of evenings of earlier years that began on today's date. [EV9] */
  async function onThisDay(sight: store.Sight, timeZone: string): Promise<string[]> {
    const dayOf = daysIn(timeZone || 'UTC');
    if (!dayOf) throw eveningsErrors.unknown_time_zone();
    const today = dayOf(dateOf(clock.nowMs()));
    const beginnings = await store.listBeginnings(queries(), sight);
    return beginnings.flatMap(({ id, started_at }) => {
      const { date, year } = dayOf(started_at);
      return date === today.date && year < today.year ? [id] : [];
    });
  }

  return {
    /** [EV5] [EV9] */
    async list({ cursor, pageSize, onThisDay: isDay, timeZone }: ListEveningsRequest, call: RoomCall) {
      const sight = sightOf(call);
      const scope = ['evenings', sight.roomId, isDay ? 'on this day' : 'all'];
      const beforeId = cursor === '' ? undefined : cursors.open(scope, cursor);
      if (cursor !== '' && beforeId === undefined) throw eveningsErrors.invalid_cursor();
      const ids = isDay ? await onThisDay(sight, timeZone) : undefined;
      const limit = pageSize || 10;
      const rows = await store.listEvenings(queries(), sight, { beforeId, ids, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        evenings: await show(shown, call),
        ...(last ? { nextCursor: cursors.seal(scope, last.id) } : {}),
      };
    },
    /** [EV5] */
    async get({ eveningId }: GetEveningRequest, call: RoomCall) {
      const row = await store.findEvening(queries(), sightOf(call), eveningId);
      if (!row) throw eveningsErrors.not_found();
      const [evening] = await show([row], call);
      return { evening: evening! };
    },
  };
}
