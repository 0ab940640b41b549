/** One emoji of each Unicode emoji version. A device's font has all emoji of a version or none. */
const samples: Readonly<Record<string, string>> = {
  '13': '🥲',
  '13.1': '😮‍💨',
  '14': '🫠',
  '15': '🫨',
  '15.1': '🙂‍↔️',
  '16': '🫩',
  '17': '🫪',
};
/** Newest emoji version in the font that is lent to devices without one. */
const lentVersion = 15.1;
/** No font has this character: it shows how the device draws missing characters. */
const missing = '\u{10FFFE}';
/** Height of the compared characters, in pixels. */
const size = 24;

/** Draws texts, to compare how they look. Undefined where pages may not draw. */
function makePen(): { readonly look: (text: string) => string; readonly width: (text: string) => number } | undefined {
  const pen = Object.assign(document.createElement('canvas'), { width: 2 * size, height: 2 * size }).getContext('2d', {
    willReadFrequently: true,
  });
  if (!pen) return undefined;
  pen.font = `${size}px sans-serif`;
  pen.textBaseline = 'top';
  return {
    look(text) {
      pen.clearRect(0, 0, 2 * size, 2 * size);
      pen.fillText(text, 0, 0);
      return pen.getImageData(0, 0, 2 * size, 2 * size).data.join();
    },
    width: (text) => pen.measureText(text).width,
  };
}

/**
 * Whether this device has an emoji font; the few faces that many fonts contain do not count. True where this cannot be
 * found out. [WEM6]
 */
export function hasEmojis(): boolean {
  const pen = makePen();
  return pen === undefined || pen.look('🎉') !== pen.look(missing);
}

/**
 * Makes a function that says whether this device draws the emoji of a version, with its own font or the lent one. True
 * for versions that it cannot judge. [WEM3]
 */
export function makeIsDrawn(): (version: number) => boolean {
  const pen = makePen();
  if (!pen) return () => true;
  if (!hasEmojis()) return (version) => version <= lentVersion;
  const stranger = pen.look(missing);
  const usualWidth = pen.width('😀');
  const known = new Map<number, boolean>();
  return (version) => {
    const sample = samples[version];
    if (sample === undefined) return true;
    // A font without this emoji draws its parts as several pictures, one after the other.
    const isDrawn = known.get(version) ?? (pen.width(sample) < 1.5 * usualWidth && pen.look(sample) !== stranger);
    known.set(version, isDrawn);
    return isDrawn;
  };
}
