/** Work that waits to be started. */
export interface Waiting {
  /** Work with the same key shares one place in the rotation. */
  readonly key: string;
  /** True: this work goes before work with `isFirst: false`. */
  readonly isFirst: boolean;
  start(): void;
  /** Called when the full queue drops this work in favour of other work. */
  refuse(): void;
}

/** One start out of this many goes to work that is not first, so first work cannot starve it. */
const startsPerOther = 4;

/**
 * A bounded queue that serves the keys in rotation: a key with a thousand entries delays only itself. A full queue
 * drops the last entry of the key with the most entries, and drops work that is not first before first work.
 */
export class FairQueue {
  readonly #first = new Map<string, Waiting[]>();
  readonly #other = new Map<string, Waiting[]>();
  readonly #limit: number;
  #size = 0;
  #starts = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  add(work: Waiting): void {
    const byKey = work.isFirst ? this.#first : this.#other;
    const queue = byKey.get(work.key);
    if (queue) queue.push(work);
    else byKey.set(work.key, [work]);
    this.#size++;
    if (this.#size > this.#limit) this.#giveUpOne();
  }

  /** Removes and returns the next work; undefined if the queue is empty. */
  next(): Waiting | undefined {
    this.#starts++;
    const isOther = this.#starts % startsPerOther === 0;
    for (const byKey of isOther ? [this.#other, this.#first] : [this.#first, this.#other]) {
      const [entry] = byKey;
      if (!entry) continue;
      const [key, queue] = entry;
      const work = queue.shift();
      // The key goes to the end of the rotation.
      byKey.delete(key);
      if (queue.length > 0) byKey.set(key, queue);
      this.#size--;
      return work;
    }
    return undefined;
  }

  #giveUpOne(): void {
    const byKey = this.#other.size > 0 ? this.#other : this.#first;
    let longest: [string, Waiting[]] | undefined;
    for (const entry of byKey) if (entry[1].length >= (longest?.[1].length ?? 0)) longest = entry;
    if (!longest) return;
    const [key, queue] = longest;
    const work = queue.pop();
    if (queue.length === 0) byKey.delete(key);
    this.#size--;
    work?.refuse();
  }
}
