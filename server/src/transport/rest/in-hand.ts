/** Counts the requests in progress, so that a stop can wait for them. */
export class InHand {
  #count = 0;
  #isDraining = false;
  #drained = (): void => undefined;

  /** True once a stop has begun. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  begin(): void {
    this.#count++;
  }

  end(): void {
    this.#count--;
    if (this.#count === 0) this.#drained();
  }

  /** Resolves when no request is in progress. */
  drain(): Promise<void> {
    this.#isDraining = true;
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }
}
