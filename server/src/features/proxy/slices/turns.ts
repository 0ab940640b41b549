/** Lets so many pieces of work of one kind run at a time; the others wait in order. */
export class Turns {
  readonly #atOnce: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Resolves when it is the caller's turn. Gives the function that ends the turn. */
  async take(kind: string): Promise<() => void> {
    const running = this.#running.get(kind) ?? 0;
    if (running < this.#atOnce) this.#running.set(kind, running + 1);
    else
      await new Promise<void>((resolve) => {
        this.#waiting.set(kind, [...(this.#waiting.get(kind) ?? []), resolve]);
      });
    let isOver = false;
    return () => {
      if (!isOver) this.#next(kind);
      isOver = true;
    };
  }

  #next(kind: string): void {
    const [next, ...others] = this.#waiting.get(kind) ?? [];
    if (others.length > 0) this.#waiting.set(kind, others);
    else this.#waiting.delete(kind);
    if (next) return next();
    const running = this.#running.get(kind)! - 1;
    if (running > 0) this.#running.set(kind, running);
    else this.#running.delete(kind);
  }
}
