/**
 * The parts to have at `position`, in seconds, the most urgent first: what shows now may have begun in the part before,
 * and the next part comes before it is needed. Pure. [SY84]
 */
export function partsAround(position: number, partSeconds: number): readonly number[] {
  const part = Math.floor(Math.max(0, position) / partSeconds);
  return [part, part - 1, part + 1].filter((number) => number >= 0);
}

/** So many parts before the place and after it are kept, five minutes of a film each. */
const keptEachWay = 10;

/** Whether a part is kept while that of `place` is watched. Pure. */
export function isKept(part: number, place: number): boolean {
  return Math.abs(part - place) <= keptEachWay;
}

/** The parts that count as asked for once the `wanted` ones are. What is not kept is asked for again. Pure. [SY84] */
export function askedAround(asked: Iterable<number>, wanted: readonly number[]): Set<number> {
  return new Set([...asked, ...wanted].filter((part) => isKept(part, wanted[0]!)));
}
