/** Longest name that is compared. Longer names are not typing errors. */
const maxLength = 80;

/**
 * Guesses the intended candidate for `name`. It is the one with the fewest letters to insert, delete, replace or
 * swap, ignoring case, if that is at most a third of the name; or a dotted candidate whose last part is `name`.
 * Undefined when none is close enough.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name === '' || name.length > maxLength) return undefined;
  const all = [...candidates];
  const tail = `.${name.toLowerCase()}`;
  const whole = all.find((candidate) => candidate.toLowerCase().endsWith(tail));
  if (whole !== undefined) return whole;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of all) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = distanceOf(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/**
 * Optimal string alignment: Wagner and Fischer's table, one row at a time, where swapping two neighbours counts as one
 * step.
 */
function distanceOf(from: string, to: string): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = above[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swapped = isSwap ? twoAbove[column - 2]! + 1 : replaced;
      current.push(Math.min(replaced, swapped, above[column]! + 1, current[column - 1]! + 1));
    }
    twoAbove = above;
    above = current;
  }
  return above[to.length]!;
}
