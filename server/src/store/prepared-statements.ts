/**
 * A statement gets a name after this many runs. PostgreSQL itself observes five runs before it settles on a plan
 * (PREPARE, Notes).
 */
const worthwhileRuns = 5;
/** Maximum number of named statements: each connection keeps all of them in the database server's memory. */
const maxNamed = 200;
/** Maximum number of texts whose runs are counted. Lists of values make many texts that hardly ever recur. */
const maxCounted = 2_000;

/**
 * Names for frequent statements. A connection sends the text of a named statement once, and the server parses and plans
 * it once instead of every time. Without this, a call takes twice the CPU time in PostgreSQL, and throughput drops to
 * three quarters (`npm run bench -- rest`). [ST27]
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #runs = new Map<string, number>();

  /**
   * The name under which to send a statement, or undefined to send its text without a name. Call this once before each
   * run: it counts the runs.
   */
  nameOf(sql: string): string | undefined {
    const name = this.#names.get(sql);
    if (name !== undefined || this.#names.size === maxNamed) return name;
    const runs = (this.#runs.get(sql) ?? 0) + 1;
    if (runs > worthwhileRuns) {
      this.#runs.delete(sql);
      this.#names.set(sql, `s${this.#names.size}`);
    } else {
      if (this.#runs.size >= maxCounted) this.#runs.clear();
      this.#runs.set(sql, runs);
    }
    return this.#names.get(sql);
  }
}
