/** Landscapes in flat colours, drawn as SVG, for the film in the pictures and the covers in its playlist. */

/** Colours of a landscape. */
export interface Palette {
  /** Of the sky, from the top down. */
  readonly sky: readonly [string, string, string];
  /** Of the ridges, from the farthest to the nearest. */
  readonly ridges: readonly [string, string, string];
  /** Of the sun or the moon. */
  readonly light: string;
  readonly trees: string;
}

export const dusk: Palette = {
  sky: ['#1b1446', '#7a2f6f', '#ffb26b'],
  ridges: ['#8a4a7f', '#5a2f6b', '#352052'],
  light: '#fff1c9',
  trees: '#120c26',
};

/** Numbers between 0 and 1 that look random and are the same each time (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A document of this size. */
export function svg(width: number, height: number, content: string): Buffer {
  const attributes = `xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`;
  return Buffer.from(`<svg ${attributes} viewBox="0 0 ${width} ${height}">${content}</svg>`);
}

/** The sky, with stars in its upper part. */
export function sky({ sky: colours }: Palette, width: number, height: number): string {
  const random = numbersFrom(7);
  const stops = colours.map((colour, index) => `<stop offset="${[0, 0.45, 0.85][index]}" stop-color="${colour}"/>`);
  const stars = Array.from({ length: 170 }, () => {
    const [x, depth, size] = [random() * width, random() ** 1.6, 0.5 + random() ** 3 * 1.4];
    return `<circle cx="${x}" cy="${depth * height * 0.6}" r="${(size * height) / 720}" fill="#fff" opacity="${(1 - depth) * 0.9}"/>`;
  });
  return `<linearGradient id="sky" x2="0" y2="1">${stops.join('')}</linearGradient>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>${stars.join('')}`;
}

/** A sun or a moon with its glow around (`x`, `y`). */
export function light({ light: colour }: Palette, x: number, y: number, radius: number): string {
  return `<radialGradient id="glow"><stop stop-color="${colour}" stop-opacity="0.6"/><stop offset="0.35" stop-color="${colour}" stop-opacity="0.16"/>
    <stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>
    <circle cx="${x}" cy="${y}" r="${radius * 4.5}" fill="url(#glow)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
}

/** Mountains in one colour. */
export interface Ridge {
  readonly width: number;
  readonly height: number;
  /** Its average distance from the top. */
  readonly base: number;
  /** How far it rises and falls. */
  readonly rise: number;
  readonly colour: string;
  /** Colour at the foot, where there is mist. */
  readonly mist?: string | undefined;
  readonly seed: number;
  /** Number of peaks in the width. */
  readonly peaks: number;
}

/** A ridge whose right end fits its left end. */
export function ridge({ width, height, base, rise, colour, mist = colour, seed, peaks }: Ridge): string {
  const random = numbersFrom(seed);
  const waves = [1, 2, 3.2, 5.3, 9.1, 17].map((times, index) => ({
    times: Math.round(peaks * times),
    share: 0.52 ** index,
    shift: random() * Math.PI * 2,
  }));
  const points: string[] = [];
  for (let x = 0; x <= width; x += width / 640) {
    // The absolute value of a wave has sharp peaks, as mountains do.
    const sum = waves.reduce((all, { times, share, shift }) => {
      const wave = Math.sin((x / width) * Math.PI * times + shift);
      return all + share * (1 - 2 * Math.abs(wave));
    }, 0);
    points.push(`${x.toFixed(1)},${(base - (rise * sum) / 2).toFixed(1)}`);
  }
  const name = `ridge${seed}`;
  return `<linearGradient id="${name}" gradientUnits="userSpaceOnUse" y1="${base - rise}" y2="${base + rise * 1.6}" x2="0">
    <stop stop-color="${colour}"/><stop offset="1" stop-color="${mist}"/></linearGradient>
    <polygon points="0,${height} ${points.join(' ')} ${width},${height}" fill="url(#${name})"/>`;
}

/** Firs along the lower edge; none reaches over the right or left end. */
export function firs({ trees }: Palette, width: number, height: number, tallest: number, seed: number): string {
  const random = numbersFrom(seed);
  const drawn: string[] = [];
  for (let x = 0; x < width; x += tallest * (0.08 + random() * 0.32)) {
    const tall = tallest * (0.35 + random() * 0.65);
    const half = tall * 0.2;
    if (x < half || x > width - half) continue;
    const boughs = [0, 0.22, 0.44, 0.66].map((from, index) => {
      const [top, wide] = [height - tall * (1 - from), half * (0.42 + index * 0.2)];
      return `M${x} ${top}L${x - wide} ${top + tall * 0.36}H${x + wide}Z`;
    });
    drawn.push(boughs.join(''));
  }
  return `<path d="${drawn.join('')}" fill="${trees}"/><rect y="${height - tallest * 0.04}" width="${width}" height="${tallest}" fill="${trees}"/>`;
}

/** A whole landscape of 16 to 9. `seed` gives it its own mountains. */
export function landscape(palette: Palette, seed: number): Buffer {
  const [width, height] = [640, 360];
  const [far, middle, near] = palette.ridges;
  const ridges = [
    ridge({ width, height, base: 200, rise: 90, colour: far, seed, peaks: 3 }),
    ridge({ width, height, base: 250, rise: 70, colour: middle, seed: seed + 1, peaks: 2 }),
    ridge({ width, height, base: 300, rise: 50, colour: near, seed: seed + 2, peaks: 3 }),
  ];
  const place = numbersFrom(seed)();
  const content = [sky(palette, width, height), light(palette, width * (0.25 + place / 2), 105, 26), ...ridges];
  return svg(width, height, content.join('') + firs(palette, width, height, 90, seed));
}
