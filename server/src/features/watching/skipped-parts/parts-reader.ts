import type { MessageInitShape } from '@bufbuild/protobuf';
import type { SkippedPartsSchema } from '@matinee/contract/gen/service/client/skipped_parts_pb.ts';
import { seriesOf } from '@matinee/contract/titles/series-key.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import type { Library } from '../../media/library/library.port.ts';
import type { Sources } from '../../media/providers/providers.port.ts';
import type { Timeline } from '../playback/timeline.ts';
import { type FilmPart, partsOf, type SeriesMark } from './film-parts.ts';
import * as store from './skipped-parts.store.ts';

/** Kind of the events about the skippable parts of the current item. */
export const skippedPartsKind = 'skippedParts';

/** The skippable parts of the current item, and the room's plan for them. */
export interface PartsStanding {
  readonly plan: store.SkipPlan;
  readonly parts: readonly FilmPart[];
  readonly series: ReturnType<typeof seriesOf>;
  readonly marks: readonly SeriesMark[];
}

export interface PartsReaderParts {
  readonly library: Pick<Library, 'findMedia'>;
  readonly sources: Pick<Sources, 'outline'>;
}

export type PartsReader = ReturnType<typeof makePartsReader>;

/** Makes the function that reads the skippable parts of the current item; undefined: nothing plays. [SKP1] [SKP2] */
export function makePartsReader({ library, sources }: PartsReaderParts) {
  return async (reader: Reader, roomId: string, timeline: Timeline): Promise<PartsStanding | undefined> => {
    const { mediaId, durationSeconds, isLive } = timeline;
    if (mediaId === null) return undefined;
    const queries = reader.query<store.SkippedPartsTables>();
    const [item, plan] = await Promise.all([
      library.findMedia(reader, roomId, mediaId),
      store.findPlan(queries, roomId, mediaId),
    ]);
    if (!item || isLive) return { plan, parts: [], series: undefined, marks: [] };
    const series = seriesOf(item.media.name);
    const marks = series ? await store.listMarks(queries, roomId, series.key) : [];
    const { chapters = [] } = sources.outline(roomId, item);
    const named = chapters.map(({ startSeconds = 0, name = '' }) => ({ startSeconds, name }));
    return { plan, parts: partsOf(named, marks, durationSeconds), series, marks };
  };
}

/** The parts as all members see them. */
export function toMessage(standing: PartsStanding | undefined): MessageInitShape<typeof SkippedPartsSchema> {
  if (!standing) return {};
  const { plan, parts, series, marks } = standing;
  return {
    mediaId: plan.mediaId,
    parts: parts.map((part) => ({ ...part })),
    series: series?.title ?? '',
    markedKinds: marks.map(({ kind }) => kind),
    ...(plan.ahead && { ahead: plan.ahead }),
  };
}

/** Payload of an event, or of a snapshot. */
export function partsPayload(standing: PartsStanding | undefined): Uint8Array {
  const value = { skippedParts: toMessage(standing) };
  return changePayload({ snapshot: true, resource: { case: 'skippedParts', value } });
}

/** Stores the room's plan and sends it to the room. Callers hold the lock of the playback state. */
export async function keepPlan(
  tx: Tx,
  roomId: string,
  standing: PartsStanding,
  changes: Partial<Pick<store.SkipPlan, 'passed' | 'ahead'>>,
): Promise<void> {
  const plan = { ...standing.plan, ...changes };
  await store.putPlan(tx.query(), roomId, plan);
  tx.emit({ topic: roomId, kind: skippedPartsKind, payload: partsPayload({ ...standing, plan }) });
}

/** The passed parts, plus the one that begins at `startSeconds`. */
export function passedWith({ passed }: store.SkipPlan, startSeconds: number): readonly number[] {
  return passed.includes(startSeconds) ? passed : [...passed, startSeconds];
}
