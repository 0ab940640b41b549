import { SkippedPartKind } from '@matinee/contract/gen/service/client/skipped_parts_pb.ts';
import { kindNamed } from './part-names.ts';

/** A part of a film that people skip, in seconds from its start. */
export interface FilmPart {
  readonly kind: SkippedPartKind;
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** True: marked for the series. False: named by a chapter. */
  readonly marked: boolean;
}

/** A mark for all episodes of a series. Marks of credits count back from the end. */
export type SeriesMark = Pick<FilmPart, 'kind' | 'startSeconds' | 'endSeconds'>;

/** A longer opening is the film itself under a wrong chapter name, in seconds. */
const longestSeconds = 600;
/** A shorter part is an accidental mark, in seconds. */
const shortestSeconds = 3;
/** Credits that end within this many seconds of the film's end extend to it. */
const endSlackSeconds = 5;

/**
 * The parts of a film that people skip, in the order of time: from its chapters, and for kinds that no chapter names,
 * from the marks of the series. Pure. [SKP1] [SKP2]
 * @param chapters in the order of time
 */
export function partsOf(
  chapters: readonly { readonly startSeconds: number; readonly name: string }[],
  marks: readonly SeriesMark[],
  durationSeconds: number | null,
): FilmPart[] {
  const named = chapters.flatMap((chapter, index) => partOf(chapter, chapters[index + 1], durationSeconds) ?? []);
  const kinds = new Set(named.map(({ kind }) => kind));
  const marked = marks
    .filter(({ kind }) => !kinds.has(kind))
    .flatMap((mark) => markedPart(mark, durationSeconds) ?? []);
  return [...named, ...marked].sort((a, b) => a.startSeconds - b.startSeconds);
}

/** A chapter ends at the next one; credits without a next one end with the film. Undefined: the film itself. */
function partOf(
  { startSeconds, name }: { readonly startSeconds: number; readonly name: string },
  next: { readonly startSeconds: number } | undefined,
  durationSeconds: number | null,
): FilmPart | undefined {
  const kind = kindNamed(name);
  // An opening needs a film after it.
  if (kind === undefined || (!next && kind !== SkippedPartKind.CREDITS)) return undefined;
  const endSeconds = next?.startSeconds ?? durationSeconds ?? 0;
  const isTooLong = kind !== SkippedPartKind.CREDITS && endSeconds - startSeconds > longestSeconds;
  return isTooLong || endSeconds <= startSeconds ? undefined : { kind, startSeconds, endSeconds, marked: false };
}

/** The marked part in an episode of this length. Undefined: the episode is too short for it. */
function markedPart(mark: SeriesMark, durationSeconds: number | null): FilmPart | undefined {
  const place = turned(mark, durationSeconds);
  const isInside =
    place && place.startSeconds >= 0 && place.endSeconds <= (durationSeconds ?? Number.POSITIVE_INFINITY);
  return isInside ? { kind: mark.kind, ...place, marked: true } : undefined;
}

/** Converts places of credits between "from the start" and "back from the end"; the conversion is its own inverse. */
function turned(
  { kind, startSeconds, endSeconds }: SeriesMark,
  durationSeconds: number | null,
): Pick<SeriesMark, 'startSeconds' | 'endSeconds'> | undefined {
  if (kind !== SkippedPartKind.CREDITS) return { startSeconds, endSeconds };
  if (durationSeconds === null) return undefined;
  return { startSeconds: durationSeconds - startSeconds, endSeconds: durationSeconds - endSeconds };
}

/**
 * The mark for a part of an episode. Undefined: it lies outside the episode, or is too short or too long. Pure. [SKP3]
 * @param durationSeconds null: unknown, and the part is not credits
 */
export function markOf(part: SeriesMark, durationSeconds: number | null): SeriesMark | undefined {
  const end = durationSeconds ?? Number.POSITIVE_INFINITY;
  const isCredits = part.kind === SkippedPartKind.CREDITS;
  const endSeconds = isCredits && part.endSeconds >= end - endSlackSeconds ? end : part.endSeconds;
  const length = endSeconds - part.startSeconds;
  if (length < shortestSeconds || length > longestSeconds || endSeconds > end) return undefined;
  const place = turned({ ...part, endSeconds }, durationSeconds);
  return place && { kind: part.kind, ...place };
}
