/** Pictures that show their own numbers, so that a test knows which one a page shows. */
import type { Page } from 'playwright-core';

const width = 320;
const height = 180;
/** Each bit of a number is a square of this width at the upper edge. Between black ones, a white one is set. */
const bitPixels = 26;
const edge = 40;
/** Numbers begin again after so many pictures: almost seven minutes at ten a second. */
export const numberedPictures = 4_096;
const bits = Math.log2(numberedPictures);

/** A picture source for ffmpeg's `lavfi`; its first picture is number 0. */
export function numberedSource(picturesPerSecond: number): string {
  const squares = Array.from(
    { length: bits },
    (_, place) =>
      `drawbox=x=${place * bitPixels}:y=0:w=${bitPixels}:h=${edge}:color=white:t=fill:enable='gte(mod(floor(n/${2 ** place}),2),1)'`,
  );
  const black = `drawbox=y=0:h=${edge}:color=black:t=fill`;
  return [`testsrc2=size=${width}x${height}:rate=${picturesPerSecond}`, black, ...squares].join(',');
}

/** The number of the picture that the film of a page shows. */
export function shownNumber(page: Page): Promise<number> {
  const layout = [width, height, bits, bitPixels, edge / 2] as const;
  return page.evaluate(([wide, high, count, square, middle]) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [wide, high];
    const context = canvas.getContext('2d')!;
    context.drawImage(document.querySelector('video')!, 0, 0, wide, high);
    const isSet = (place: number) => context.getImageData((place + 0.5) * square, middle, 1, 1).data[0]! > 128;
    return Array.from({ length: count }, (_, place) => (isSet(place) ? 2 ** place : 0)).reduce((a, b) => a + b, 0);
  }, layout);
}
