/** Which part of a picture is shown. Pure arithmetic. Lengths are pixels of the turned picture. [WPC2] */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Crop {
  /** Quarters of a turn to the right: 0 to 3. */
  readonly turns: number;
  /** 1: the largest part of the picture that fills the frame. */
  readonly zoom: number;
  /** The middle of the frame. */
  readonly x: number;
  readonly y: number;
}

/** A picture and the frame for a part of it. `aspect`: the frame's width divided by its height. */
export interface Framed {
  readonly picture: Size;
  readonly aspect: number;
}

/** Zooming ends when the shown part is this many pixels wide, or at this enlargement. */
const fewestPixels = 96;
const mostZoom = 8;

function turned({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Size of the frame without zoom. */
function widest({ picture, aspect }: Framed, turns: number): Size {
  const { width, height } = turned(picture, turns);
  const frameWidth = Math.min(width, height * aspect);
  return { width: frameWidth, height: frameWidth / aspect };
}

export function maxZoom(framed: Framed, turns: number): number {
  return Math.max(1, Math.min(mostZoom, widest(framed, turns).width / fewestPixels));
}

/** The part that is shown. */
export function partOf(framed: Framed, { turns, zoom, x, y }: Crop) {
  const { width, height } = widest(framed, turns);
  const size = { width: width / zoom, height: height / zoom };
  return { left: x - size.width / 2, top: y - size.height / 2, ...size };
}

/** The same part, kept within the picture. A turned picture may allow less zoom. */
function kept(framed: Framed, crop: Crop): Crop {
  const zoom = Math.min(maxZoom(framed, crop.turns), crop.zoom);
  const { width, height } = partOf(framed, { ...crop, zoom });
  const whole = turned(framed.picture, crop.turns);
  const within = (middle: number, part: number, all: number) => Math.min(all - part / 2, Math.max(part / 2, middle));
  return { turns: crop.turns, zoom, x: within(crop.x, width, whole.width), y: within(crop.y, height, whole.height) };
}

/** The middle of the picture without zoom. */
export function firstCrop({ picture }: Framed): Crop {
  return { turns: 0, zoom: 1, x: picture.width / 2, y: picture.height / 2 };
}

/** Moves the frame by shares of its own size. */
export function moved(framed: Framed, crop: Crop, right: number, down: number): Crop {
  const { width, height } = partOf(framed, crop);
  return kept(framed, { ...crop, x: crop.x + right * width, y: crop.y + down * height });
}

/** Zooms around the point `at`, which keeps its place. `at` is in shares of the frame. */
export function zoomed(framed: Framed, crop: Crop, zoom: number, at = { x: 0.5, y: 0.5 }): Crop {
  const before = partOf(framed, crop);
  const next = Math.min(maxZoom(framed, crop.turns), Math.max(1, zoom));
  const share = 1 - crop.zoom / next;
  return kept(framed, {
    ...crop,
    zoom: next,
    x: crop.x + (at.x - 0.5) * before.width * share,
    y: crop.y + (at.y - 0.5) * before.height * share,
  });
}

/** Turns the picture by a quarter to the right, around the middle of the frame. */
export function turnedRight(framed: Framed, crop: Crop): Crop {
  const { height } = turned(framed.picture, crop.turns);
  return kept(framed, { ...crop, turns: (crop.turns + 1) % 4, x: height - crop.y, y: crop.x });
}
