/** The outcome of a test run. */
export interface TestedFile {
  /** Relative to the root. */
  readonly path: string;
  /** Time for its modules, its hooks and its tests. */
  readonly seconds: number;
  readonly passed: number;
  /** A file that failed outside of its tests counts as one. */
  readonly failed: number;
  readonly skipped: number;
}

export interface TestReport {
  readonly files: readonly TestedFile[];
  /** Errors that belong to no test. */
  readonly errors: number;
}

/** The slowest files, a line each. */
export function slowestFiles({ files }: TestReport, most = 10): string[] {
  return [...files]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
}

/** The last line of a run, which other programs read. */
export function totalsLine({ files, errors }: TestReport): string {
  const sum = (count: (file: TestedFile) => number) => files.reduce((all, file) => all + count(file), 0);
  const failed = sum((file) => file.failed) + errors;
  return `${sum((file) => file.passed)} passed, ${failed} failed, ${sum((file) => file.skipped)} skipped`;
}
