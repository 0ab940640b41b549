/** Argon2id parameters (RFC 9106, section 3.1). */
export interface Stretching {
  /** KiB. */
  readonly memory: number;
  /** Passes over the memory. */
  readonly iterations: number;
  /** Lanes. */
  readonly parallelism: number;
}

/** The stretching of the contract's password suite. Browsers use the same one, so it never changes. */
export const suiteStretching: Stretching = { memory: 19_456, iterations: 2, parallelism: 1 };

/** The least stretching of Argon2id (RFC 9106, section 3.1): a thousandth of the work of the contract's suite. */
export const leastStretching: Stretching = { memory: 8, iterations: 1, parallelism: 1 };
