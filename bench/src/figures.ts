/** What figures are made of. */

/** The value below which the share `q` of `values` lies (nearest rank); 0 of none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * q) - 1)] ?? 0;
}

/** The middle of a few rounds. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
    : (sorted[Math.floor(middle)] ?? 0);
}

/** Results of `ours` and of the control, round by round. */
export interface Rounds<T> {
  readonly ours: T[];
  readonly control: T[];
}

/** Measures both `count` times in turn, and who is first changes each time: noise and drift of the machine hit both alike. */
export async function inTurn<T>(count: number, ours: () => Promise<T>, control: () => Promise<T>): Promise<Rounds<T>> {
  const rounds: Rounds<T> = { ours: [], control: [] };
  for (let round = 0; round < count; round++) {
    if (round % 2 === 1) rounds.control.push(await control());
    rounds.ours.push(await ours());
    if (round % 2 === 0) rounds.control.push(await control());
  }
  return rounds;
}

/** Median over the rounds of ours ÷ control, by what `of` reads from each. */
export function ratioOf<T>({ ours, control }: Rounds<T>, of: (result: T) => number): number {
  return median(ours.map((result, round) => of(result) / of(control[round]!)));
}
