/** Statistics for the figures. */

/**
 * The smallest value that at least the share `q` of `values` does not exceed (nearest rank); 0 when there are no
 * values.
 */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * q) - 1)] ?? 0;
}

/** The middle value of a few rounds. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
    : (sorted[Math.floor(middle)] ?? 0);
}

/** Results of Matinee and of the control, round by round. */
export interface Rounds<T> {
  readonly ours: T[];
  readonly control: T[];
}

/**
 * Measures both `count` times in turn and alternates the order, so that noise and drift of the machine affect both
 * alike.
 */
export async function inTurn<T>(count: number, ours: () => Promise<T>, control: () => Promise<T>): Promise<Rounds<T>> {
  const rounds: Rounds<T> = { ours: [], control: [] };
  for (let round = 0; round < count; round++) {
    if (round % 2 === 1) rounds.control.push(await control());
    rounds.ours.push(await ours());
    if (round % 2 === 0) rounds.control.push(await control());
  }
  return rounds;
}

/** Median over the rounds of ours ÷ control. `of` reads the value from each result. */
export function ratioOf<T>({ ours, control }: Rounds<T>, of: (result: T) => number): number {
  return median(ours.map((result, round) => of(result) / of(control[round]!)));
}
