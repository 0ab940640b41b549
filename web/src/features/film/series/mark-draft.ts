import type { SkippedPart, SkippedParts } from '@matinee/contract/gen/api.ts';

export const kinds = ['intro', 'recap', 'credits'] as const;
export type PartKind = (typeof kinds)[number];

/** The shortest and the longest part that the server takes, in seconds. */
const shortest = 3;
const longest = 600;

/** A part that is being marked. Undefined: that end is not set yet. */
export interface MarkDraft {
  readonly kind: PartKind;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** What the dialog begins with for a kind: the mark that there is; credits reach to the end of the film. Pure. */
export function draftOf(kind: PartKind, parts: SkippedParts | undefined, duration: number | undefined): MarkDraft {
  const mark = markOf(kind, parts);
  return { kind, from: mark?.start_seconds, to: mark?.end_seconds ?? (kind === 'credits' ? duration : undefined) };
}

/** The part that was marked of a kind. Undefined: none, or the chapters of this episode name one. Pure. */
export function markOf(kind: PartKind, parts: SkippedParts | undefined): SkippedPart | undefined {
  return parts?.parts.find((part) => part.kind === kind && part.marked);
}

/** Why a draft cannot be kept yet; undefined: it can. Pure. [WSE4] */
export function faultOf({ from, to }: MarkDraft): 'incomplete' | 'order' | 'short' | 'long' | undefined {
  if (from === undefined || to === undefined) return 'incomplete';
  if (to <= from) return 'order';
  return to - from < shortest ? 'short' : to - from > longest ? 'long' : undefined;
}
