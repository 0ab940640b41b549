import type { DanmakuComment } from '@matinee/contract/gen/api.ts';
import { amounts, areas, type DanmakuChoices, sizes, speeds } from './choices.ts';
import { type Film, isMoving, nextTime } from './film-clock.ts';
import { leftOf } from './lanes.ts';
import { laneHeight, makeSprite, type Sprite } from './sprites.ts';
import { makeStage } from './stage.ts';

/** How long a comment stands at the upper or lower edge, in seconds of the film. */
const standing = 4;
/** Letters are never smaller or larger than this, in pixels. */
const [smallest, largest] = [13, 56];
/** Most device pixels for each pixel of the page. More make no visible difference in moving letters. */
const maxDensity = 2;

const events = ['play', 'playing', 'pause', 'seeking', 'seeked', 'waiting', 'timeupdate', 'emptied'];

/** How many comments may wait for a frame, and how many one frame takes: a flood must not delay it. The newest stay. */
const mostWaiting = 40;
const mostInFrame = 4;

export interface Drawing {
  /** Shows a comment from now on, if it finds a place while the film moves. [WDK6] */
  push(comment: DanmakuComment): void;
  stop(): void;
}

export interface Drawn {
  readonly canvas: HTMLCanvasElement;
  readonly film: Film;
  readonly comments: readonly DanmakuComment[];
  readonly choices: DanmakuChoices;
  /** True: nothing moves. [WDK4] */
  readonly isStill: boolean;
}

/** Draws comments over the film until it is stopped, frame by frame while the film moves. [WDK2] */
export function startDrawing({ canvas, film, comments, choices, isStill }: Drawn): Drawing {
  const { clientWidth: width, clientHeight: height } = canvas;
  const density = Math.min(maxDensity, devicePixelRatio);
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  const pen = canvas.getContext('2d')!;
  pen.scale(density, density);
  const letters = Math.min(largest, Math.max(smallest, Math.round(height * sizes[choices.size])));
  const lane = laneHeight(letters);
  const laneCount = Math.max(1, Math.floor((height * areas[choices.area]) / lane));
  const stage = makeStage<Sprite>(comments, {
    field: { laneCount, width, crossing: speeds[choices.speed], standing },
    share: amounts[choices.amount],
    isStill,
    draw: (comment) => makeSprite(comment, letters, density),
  });

  const waiting: DanmakuComment[] = [];
  let time: number | undefined;
  let last: number | undefined;
  let frame: number | undefined;

  function draw(nowMs: number): void {
    frame = undefined;
    const elapsed = last === undefined ? 0 : (nowMs - last) / 1_000;
    last = nowMs;
    time = nextTime(time, film, elapsed);
    // Otherwise all comments that arrive while the film stands still would begin at once when it plays.
    if (!isMoving(film)) waiting.length = 0;
    pen.clearRect(0, 0, width, height);
    const shown = stage.at(time);
    for (const comment of waiting.splice(0, mostInFrame)) stage.push(comment);
    for (const { sprite, place } of shown) {
      const left = leftOf(place, sprite.width, width, time);
      pen.drawImage(sprite.picture, left, place.lane * lane, sprite.width, sprite.height);
    }
    if (isMoving(film)) wake();
    else last = undefined;
  }
  function wake(): void {
    frame ??= requestAnimationFrame(draw);
  }

  for (const event of events) film.addEventListener(event, wake);
  wake();
  return {
    push(comment) {
      waiting.push(comment);
      if (waiting.length > mostWaiting) waiting.shift();
      wake();
    },
    stop() {
      for (const event of events) film.removeEventListener(event, wake);
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}
