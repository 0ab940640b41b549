import {
  type ErasePartMarkRequest,
  type KeepPartRequest,
  type MarkPartRequest,
  SkippedPartKind,
} from '@matinee/contract/gen/service/client/skipped_parts_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Snapshot } from '../../../realtime/resource.ts';
import type { Database, Tx } from '../../../store/database.ts';
import { lockTimeline, readTimeline } from '../playback/playback.store.ts';
import type { Timeline } from '../playback/timeline.ts';
import { markOf } from './film-parts.ts';
import {
  keepPlan,
  makePartsReader,
  type PartsReaderParts,
  type PartsStanding,
  partsPayload,
  passedWith,
  skippedPartsKind,
  toMessage,
} from './parts-reader.ts';
import { skippedPartsErrors } from './skipped-parts.errors.ts';
import * as store from './skipped-parts.store.ts';

export interface SkippedPartsParts extends PartsReaderParts {
  readonly db: Database;
  readonly clock: Clock;
}

/** Reads the parts of the current item, marks them for series, and keeps one from being skipped. */
export function makeSkippedParts(parts: SkippedPartsParts) {
  const { db, clock } = parts;
  const read = makePartsReader(parts);
  const now = async (roomId: string) => read(db, roomId, await readTimeline(db.query(), roomId));

  /** @throws AppError `skipped_parts.not_playing` */
  async function lock(tx: Tx, roomId: string, mediaId: string) {
    const timeline = await lockTimeline(tx.query(), roomId);
    const standing = timeline?.mediaId === mediaId ? await read(tx, roomId, timeline) : undefined;
    if (!timeline || !standing) throw skippedPartsErrors.not_playing();
    return { timeline, standing };
  }

  /** Changes the marks of the series that plays, and sends the resulting parts to the room. */
  async function changeMarks(
    roomId: string,
    mediaId: string,
    work: (tx: Tx, series: string, timeline: Timeline) => Promise<void>,
  ) {
    const changed = await db.write(async (tx): Promise<PartsStanding | undefined> => {
      const { timeline, standing } = await lock(tx, roomId, mediaId);
      if (!standing.series) throw skippedPartsErrors.no_series();
      await work(tx, standing.series.key, timeline);
      const next = await read(tx, roomId, timeline);
      tx.emit({ topic: roomId, kind: skippedPartsKind, payload: partsPayload(next) });
      return next;
    });
    return { skippedParts: toMessage(changed) };
  }

  return {
    get: async (roomId: string) => ({ skippedParts: toMessage(await now(roomId)) }),
    snapshot: async (roomId: string): Promise<Snapshot> => ({ version: 0, payload: partsPayload(await now(roomId)) }),
    /** [SKP3] */
    mark: ({ roomId, mediaId, kind, startSeconds, endSeconds }: MarkPartRequest) =>
      changeMarks(roomId, mediaId, async (tx, series, { durationSeconds }) => {
        if (kind === SkippedPartKind.CREDITS && durationSeconds === null) throw skippedPartsErrors.no_length();
        const mark = markOf({ kind, startSeconds, endSeconds }, durationSeconds);
        if (!mark) throw skippedPartsErrors.bad_part();
        await store.putMark(tx.query(), roomId, series, mark, dateOf(clock.nowMs()));
      }),
    /** [SKP3] */
    erase: ({ roomId, mediaId, kind }: ErasePartMarkRequest) =>
      changeMarks(roomId, mediaId, (tx, series) => store.deleteMark(tx.query(), roomId, series, kind)),
    /** [SKP5] */
    async keep({ roomId, mediaId, startSeconds }: KeepPartRequest) {
      const kept = await db.write(async (tx) => {
        const { standing } = await lock(tx, roomId, mediaId);
        if (!standing.parts.some((part) => part.startSeconds === startSeconds)) return standing;
        const changes = { passed: passedWith(standing.plan, startSeconds), ahead: null };
        await keepPlan(tx, roomId, standing, changes);
        return { ...standing, plan: { ...standing.plan, ...changes } };
      });
      return { skippedParts: toMessage(kept) };
    },
  };
}
