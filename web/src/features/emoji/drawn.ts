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
/** A character that no font has: what it looks like is what stands in for missing ones. */
const missing = '\u{10FFFE}';
/** Height of the letters that are compared, in pixels. */
const size = 24;

/** Says whether this device draws emoji of a version; of those that it cannot judge it says yes. [WEM3] */
export function makeIsDrawn(): (version: number) => boolean {
  const pen = Object.assign(document.createElement('canvas'), { width: 2 * size, height: 2 * size }).getContext('2d', {
    willReadFrequently: true,
  });
  if (!pen) return () => true;
  pen.font = `${size}px sans-serif`;
  pen.textBaseline = 'top';
  const look = (text: string) => {
    pen.clearRect(0, 0, 2 * size, 2 * size);
    pen.fillText(text, 0, 0);
    return pen.getImageData(0, 0, 2 * size, 2 * size).data.join();
  };
  const stranger = look(missing);
  // Without a font of emoji nothing is drawn, and leaving all out would help nobody.
  if (look('😀') === stranger) return () => true;
  const usualWidth = pen.measureText('😀').width;
  const known = new Map<number, boolean>();
  return (version) => {
    const sample = samples[version];
    if (sample === undefined) return true;
    // What is not known as one picture is drawn as several, one after the other.
    const isDrawn =
      known.get(version) ?? (pen.measureText(sample).width < 1.5 * usualWidth && look(sample) !== stranger);
    known.set(version, isDrawn);
    return isDrawn;
  };
}
