/** Work that waits to be started. */
export interface Waiting {
  /** Work with the same key shares one place in the rotation. */
  readonly key: string;
  /** True: goes before work that is not first. */
  readonly isFirst: boolean;
  start(): void;
  /** The queue is full and gave up this work for other work. */
  refuse(): void;
}

/** One start of this many goes to work that is not first. So first work cannot keep it waiting for ever. */
const startsPerOther = 4;

/**
 * A bounded queue that takes the keys in rotation: a key with a thousand waiting waits behind itself. A full queue
 * drops the last work of the key with the most waiting. It drops work that is not first before first work.
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

  /** Takes out the next work; undefined: nothing waits. */
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
