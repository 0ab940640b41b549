import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ScheduleSchema } from '@matinee/contract/gen/service/client/schedule_pb.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import { type Library, pictureOf } from '../../media/library/library.port.ts';
import * as answers from './answers.store.ts';
import type * as store from './schedule.store.ts';
import { scheduleKind } from './schedule.ts';
import { isAhead, toSchedule } from './schedules.ts';

export type ShownSchedule = MessageInitShape<typeof ScheduleSchema>;

/** Version of the observed resource: answers raise it too, though they do not change the version of the start. */
export function observedVersion(row: store.ScheduleRow | undefined): number {
  return row ? row.version + row.answers_version : 0;
}

export function payloadOf(version: number, value: { schedule?: ShownSchedule }): Uint8Array {
  return changePayload({ version, snapshot: true, resource: { case: 'schedule', value } });
}

export interface ScheduleMessageParts {
  readonly library: Pick<Library, 'listMedia'>;
}

/** A room's start as its members see it: with its item, and the number of people who come. [SH12] */
export function makeScheduleMessages({ library }: ScheduleMessageParts) {
  async function counted(reader: Reader, row: store.ScheduledRow): Promise<ShownSchedule> {
    const ids = [row.media_id, row.music_media_id].filter((id) => id !== null);
    const [counts, media] = await Promise.all([
      answers.countAnswers(reader.query(), [row.id]),
      ids.length === 0 ? undefined : library.listMedia(reader, row.room_id, ids),
    ]);
    const schedule = toSchedule(row, counts.get(row.id));
    const item = media?.get(row.media_id ?? '');
    const music = media?.get(row.music_media_id ?? '');
    return {
      ...schedule,
      ...(item ? { mediaId: item.id, mediaName: item.name, thumbnail: item.thumbnail, ...pictureOf(item) } : {}),
      ...(music ? { musicMediaId: music.id, musicName: music.name } : {}),
    };
  }

  /** Undefined unless the start is in the future. */
  async function messageOf(
    reader: Reader,
    row: store.ScheduleRow | undefined,
    nowMs: number,
  ): Promise<{ schedule?: ShownSchedule }> {
    return isAhead(row, nowMs) ? { schedule: await counted(reader, row) } : {};
  }

  return {
    counted,
    messageOf,
    /** Sends the room its start, after a change of the row or of the answers. */
    async tell(tx: Tx, row: store.ScheduleRow, nowMs: number): Promise<ShownSchedule | undefined> {
      const message = await messageOf(tx, row, nowMs);
      tx.emit({ topic: row.room_id, kind: scheduleKind, payload: payloadOf(observedVersion(row), message) });
      return message.schedule;
    },
  };
}
