/**
 * The parts to have at `position`, in seconds, the most urgent first: what shows now may have begun in the part before,
 * and the next part comes before it is needed. Pure. [SY84]
 */
export function partsAround(position: number, partSeconds: number): readonly number[] {
  const part = Math.floor(Math.max(0, position) / partSeconds);
  return [part, part - 1, part + 1].filter((number) => number >= 0);
}
