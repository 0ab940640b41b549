/** What somebody probably meant who wrote a name that does not exist. */

/** The name of `names` that is nearest to `wrong`; undefined when none is near, so that nothing absurd is suggested. Pure. */
export function nearestName(wrong: string, names: Iterable<string>): string | undefined {
  const written = wrong.toLowerCase();
  let found: string | undefined;
  let least = Math.max(2, Math.floor(written.length / 4)) + 1;
  for (const name of names) {
    const candidate = name.toLowerCase();
    const distance = isPartOf(written, candidate) ? 1 : editDistance(written, candidate, least);
    if (distance >= least) continue;
    least = distance;
    found = name;
  }
  return found;
}

/** `port` for `server.port`, `ban` for `user ban`: the last word alone. */
function isPartOf(written: string, candidate: string): boolean {
  return written.length > 2 && /[. ]/.test(candidate) && candidate.split(/[. ]/).at(-1) === written;
}

/** Letters to insert, remove, replace or swap with their neighbour (optimal string alignment); `limit` when it is that or more. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) least = Math.min(least, beforeLast[j - 2]! + 1);
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return Math.min(last[b.length]!, limit);
}
