/** One benchmark: a folder here, with a file of the same name that exports it under that name. */
export interface Benchmark {
  readonly name: string;
  /** Measures, beside a control of its own. Gives what is printed: milliseconds, ratios and counts as plain numbers. */
  run(): Promise<Record<string, number>>;
}
