/** Requests that are being answered, so that a stop can wait for them. */
export class InHand {
  #count = 0;
  #isDraining = false;
  #drained = (): void => undefined;

  /** True from the beginning of a stop on. */
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

  /** Resolves when no request is being answered. */
  drain(): Promise<void> {
    this.#isDraining = true;
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }
}
