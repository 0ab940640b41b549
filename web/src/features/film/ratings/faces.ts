/** The faces by which people rate, from the worst to the best. A rating of 1 is the first one. */
export const faces = ['😖', '🙁', '😐', '🙂', '😍'];

/** What most people think of an item. */
export interface Verdict {
  /** 1 to 5. */
  readonly face: number;
  readonly people: number;
}

/** The face that lies in the middle of all ratings; undefined: nobody has rated. Pure. [WRA3] */
export function verdictOf(counts: readonly number[]): Verdict | undefined {
  const people = counts.reduce((sum, count) => sum + count, 0);
  if (people === 0) return undefined;
  let passed = 0;
  const middle = counts.findIndex((count) => {
    passed += count;
    return passed * 2 > people;
  });
  return { face: middle + 1, people };
}
