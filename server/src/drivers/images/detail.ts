/** Steps of brightness that are told apart. */
const steps = 32;

/**
 * How much there is to see in a picture: the entropy of its brightness, in bits. 0: it has one brightness; 5: it has
 * all, as often as each other. White titles on black have less than one. `pixels`: red, green, blue and alpha of each.
 * Pure. [IM10]
 */
export function detailOf(pixels: Uint8Array): number {
  const counts = new Array<number>(steps).fill(0);
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    // Of ITU-R BT.709.
    const brightness = 0.2126 * pixels[at]! + 0.7152 * pixels[at + 1]! + 0.0722 * pixels[at + 2]!;
    counts[Math.min(steps - 1, Math.floor((brightness * steps) / 256))]! += 1;
  }
  const total = pixels.length / 4;
  return counts.reduce((sum, count) => (count === 0 ? sum : sum - (count / total) * Math.log2(count / total)), 0);
}
