/** Longest name that is compared; longer ones are no slip of the pen. */
const maxLength = 80;

/**
 * The candidate that `name` was probably meant to be: the one with the fewest letters to insert, delete or replace (Levenshtein
 * distance, capitals apart), if that is at most a third of the name. Undefined when none is near.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > maxLength) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = distanceOf(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Wagner and Fischer's table, a row at a time. */
function distanceOf(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = above[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, above[column]! + 1, current[column - 1]! + 1));
    }
    above = current;
  }
  return above[to.length]!;
}
