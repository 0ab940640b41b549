/** Which comments are in the picture at a time of the film, and where. Knows no browser. [WDK1] [WDK2] [WDK6] */
import type { DanmakuComment } from '@matinee/contract/gen/api.ts';
import { type LaneField, makeLanes, type Place } from './lanes.ts';

/** A comment in the picture, with the sprite by which the caller measures and draws it. */
export interface Shown<Sprite> {
  readonly comment: DanmakuComment;
  readonly sprite: Sprite;
  readonly place: Place;
}

export interface StageParts<Sprite> {
  readonly field: LaneField;
  /** The share of comments that is shown, 0 to 1. */
  readonly share: number;
  /** True: comments that would cross the picture stand at its upper edge. [WDK4] */
  readonly isStill: boolean;
  /** Draws a comment; called once for each. */
  readonly draw: (comment: DanmakuComment) => Sprite & { readonly width: number; readonly lanes: number };
}

/** Longer steps than this are jumps, in seconds. */
const longestStep = 1;

export function makeStage<Sprite>(comments: readonly DanmakuComment[], parts: StageParts<Sprite>) {
  const { field, share, isStill, draw } = parts;
  const lanes = makeLanes(field);
  const longest = Math.max(field.crossing, field.standing);
  let shown: Shown<Sprite>[] = [];
  let next = 0;
  let time: number | undefined;

  function add(comment: DanmakuComment, at: number): void {
    const sprite = draw(comment);
    const mode = isStill && comment.mode === 'scroll' ? 'top' : comment.mode;
    const place = lanes.place(at, { width: sprite.width, lanes: sprite.lanes, mode });
    if (place) shown.push({ comment, sprite, place });
  }

  /** Begins before `at`, as if the film had played up to there. */
  function begin(at: number): void {
    lanes.clear();
    shown = [];
    next = firstFrom(comments, at - longest);
  }

  return {
    /** The comments in the picture at `at`, a time of the film in seconds. */
    at(at: number): readonly Shown<Sprite>[] {
      if (time === undefined || at < time || at - time > longestStep) begin(at);
      time = at;
      for (; next < comments.length && comments[next]!.position_seconds <= at; next += 1) {
        const comment = comments[next]!;
        if (isChosen(comment, share)) add(comment, comment.position_seconds);
      }
      shown = shown.filter(({ place }) => place.endsAt > at);
      return shown;
    },
    /** Adds a comment that arrives now. It shows from the time of the last `at` on, and is gone after a jump. */
    push(comment: DanmakuComment): void {
      if (time !== undefined && isChosen(comment, share)) add(comment, time);
    },
  };
}

/** The index of the first comment from `at` on. */
function firstFrom(comments: readonly DanmakuComment[], at: number): number {
  let [low, high] = [0, comments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comments[middle]!.position_seconds < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Chooses the same comments each time for one share, so that a jump back shows them again. */
function isChosen({ position_seconds, text }: DanmakuComment, share: number): boolean {
  if (share >= 1) return true;
  let hash = Math.round(position_seconds * 1_000);
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  // Mixes the bits: the last digits of the sum depend on the last letter alone.
  return ((Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8) % 1_000) / 1_000 < share;
}
