import type { Page } from 'playwright-core';

/** The pixels of a colour on the canvas of subtitles: how many, and where, as parts of the film's picture. */
export interface Ink {
  readonly count: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const ink = `(colour) => {
  const canvas = document.querySelector('[data-player] [data-styled] canvas');
  const found = { count: 0, left: 1, top: 1, right: 0, bottom: 0 };
  if (!canvas?.width) return found;
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
  copy.drawImage(canvas, 0, 0);
  const { data, width, height } = copy.getImageData(0, 0, canvas.width, canvas.height);
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] < 128 || colour.some((part, k) => Math.abs(data[i + k] - part) > 60)) continue;
    const [x, y] = [((i / 4) % width) / width, Math.floor(i / 4 / width) / height];
    found.count++;
    found.left = Math.min(found.left, x);
    found.right = Math.max(found.right, x);
    found.top = Math.min(found.top, y);
    found.bottom = Math.max(found.bottom, y);
  }
  return found;
}`;

export const colours = { red: [255, 0, 0], green: [0, 255, 0], white: [255, 255, 255] } as const;

/** Reads the canvas; nothing is on it where there is none. */
export function inkOf(page: Page, colour: keyof typeof colours): Promise<Ink> {
  return page.evaluate<Ink>(`(${ink})(${JSON.stringify(colours[colour])})`);
}
