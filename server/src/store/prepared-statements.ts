/**
 * A statement gets a name after this many runs. PostgreSQL itself looks at five before it settles on a plan (PREPARE,
 * Notes).
 */
const worthwhileRuns = 5;
/** Most statements with a name: every connection keeps each of them, in the memory of the database server. */
const maxNamed = 200;
/** Most texts whose runs are counted. Lists of values make many texts that hardly ever recur. */
const maxCounted = 2_000;

/**
 * Names for the statements that run again and again. A connection sends such a text once, and the server reads and
 * plans it once instead of every time. Without this a call takes PostgreSQL twice the processor time, and three
 * quarters as many calls go through in a second (`npm run bench -- rest`). [ST27]
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #runs = new Map<string, number>();

  /**
   * The name under which to send a statement. Undefined: send the text without a name. Call this before each run,
   * because it counts.
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
