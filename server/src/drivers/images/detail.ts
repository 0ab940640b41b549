/** Number of brightness levels distinguished. */
const steps = 32;

/**
 * The amount of detail in a picture: the entropy of its brightness, in bits. 0: a single level; 5: all levels equally
 * often. White titles on black have less than one. `pixels`: RGBA. Pure. [IM10]
 */
export function detailOf(pixels: Uint8Array): number {
  const counts = new Array<number>(steps).fill(0);
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    // Weights from ITU-R BT.709.
    const brightness = 0.2126 * pixels[at]! + 0.7152 * pixels[at + 1]! + 0.0722 * pixels[at + 2]!;
    counts[Math.min(steps - 1, Math.floor((brightness * steps) / 256))]! += 1;
  }
  const total = pixels.length / 4;
  return counts.reduce((sum, count) => (count === 0 ? sum : sum - (count / total) * Math.log2(count / total)), 0);
}
