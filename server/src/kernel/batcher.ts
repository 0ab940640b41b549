import { nextTurn } from './clock.ts';

/** The outcome of one item. */
export type Outcome<R> = { readonly value: R } | { readonly error: unknown };

export interface BatcherOptions {
  /** Maximum number of concurrent runs; 1 where runs must follow one another. */
  readonly atOnce?: number;
  /** Maximum number of items in one run. */
  readonly maxItems?: number;
  /**
   * `now`: the first item runs alone, at once. `afterInput`: it runs together with all items that the event loop can
   * read by then.
   */
  readonly start?: 'now' | 'afterInput';
  /** Called after each run. The next run begins when it resolves. */
  readonly rest?: () => Promise<void> | undefined;
  /** Called when nothing is running or waiting any more. */
  readonly onIdle?: () => void;
}

/**
 * Batches work that is cheaper done together. An item that arrives during a run waits for the next run, with all other
 * items that arrive meanwhile. An idle batcher starts an item at once; under load, more items share a run.
 */
export class Batcher<T, R> {
  readonly #run: (items: readonly T[]) => Promise<readonly Outcome<R>[]>;
  readonly #atOnce: number;
  readonly #maxItems: number;
  readonly #start: 'now' | 'afterInput';
  readonly #rest: BatcherOptions['rest'];
  readonly #onIdle: BatcherOptions['onIdle'];
  readonly #waiting: { readonly item: T; readonly settle: (outcome: Outcome<R>) => void }[] = [];
  #running = 0;
  /** True while a run is scheduled but has not begun: new items still join it. */
  #isStarting = false;

  /**
   * `run` returns one outcome for each item, in the order of the items. When `run` rejects, all of its items reject
   * with that error.
   */
  constructor(
    run: (items: readonly T[]) => Promise<readonly Outcome<R>[]>,
    { atOnce = 1, maxItems = 100, start = 'now', rest, onIdle }: BatcherOptions = {},
  ) {
    this.#run = run;
    this.#atOnce = atOnce;
    this.#maxItems = maxItems;
    this.#start = start;
    this.#rest = rest;
    this.#onIdle = onIdle;
  }

  /** Resolves with the value of the item's outcome. @throws its error. */
  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome<R>) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value));
      this.#waiting.push({ item, settle });
      if (this.#running === this.#atOnce || (this.#isStarting && this.#waiting.length <= this.#maxItems)) return;
      this.#running += 1;
      if (this.#start === 'now') void this.#work();
      else {
        this.#isStarting = true;
        void nextTurn().then(() => {
          this.#isStarting = false;
          return this.#work();
        });
      }
    });
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.splice(0, this.#maxItems);
      try {
        const outcomes = await this.#run(taken.map(({ item }) => item));
        for (const [place, { settle }] of taken.entries()) {
          settle(outcomes[place] ?? { error: new Error('a run gave fewer outcomes than items') });
        }
      } catch (error) {
        for (const { settle } of taken) settle({ error });
      }
      await this.#rest?.();
    }
    this.#running -= 1;
    if (this.#running === 0) this.#onIdle?.();
  }
}
