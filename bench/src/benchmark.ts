/** A benchmark: a folder here, with a file of the same name that exports the benchmark under that name. */
export interface Benchmark {
  readonly name: string;
  /** After this many milliseconds it has failed. Absent: eight minutes. */
  readonly limitMs?: number;
  /**
   * Measures, with its own control beside it. Returns the figures to print: milliseconds, ratios and counts as plain
   * numbers.
   */
  run(): Promise<Record<string, number>>;
}
