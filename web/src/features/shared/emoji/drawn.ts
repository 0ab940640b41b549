/** An emoji of each new version of Unicode's emoji. Devices get whole versions with their fonts. */
const samples: Readonly<Record<string, string>> = {
  '13': '🥲',
  '13.1': '😮‍💨',
  '14': '🫠',
  '15': '🫨',
  '15.1': '🙂‍↔️',
  '16': '🫩',
  '17': '🫪',
};
/** Version up to which the font has them that is lent to devices without one. */
const lentVersion = 15.1;
/** A character that no font has: what it looks like is what stands in for missing ones. */
const missing = '\u{10FFFE}';
/** Height of the letters that are compared, in pixels. */
const size = 24;

/** Draws texts, to compare what they look like. Absent where pages may not draw. */
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

/** Whether this device has a font of emoji, which is more than the faces that many fonts have; yes where that cannot be found out. [WEM6] */
export function hasEmojis(): boolean {
  const pen = makePen();
  return pen === undefined || pen.look('🎉') !== pen.look(missing);
}

/** Says whether this device draws emoji of a version, with its own font or the one that it is lent; of those that it cannot judge it says yes. [WEM3] */
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
    // What is not known as one picture is drawn as several, one after the other.
    const isDrawn = known.get(version) ?? (pen.width(sample) < 1.5 * usualWidth && pen.look(sample) !== stranger);
    known.set(version, isDrawn);
    return isDrawn;
  };
}
