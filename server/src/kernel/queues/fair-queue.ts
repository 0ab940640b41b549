/** Work that waits for its turn. */
export interface Waiting {
  /** Work with the same key shares one place in the rotation. */
  readonly key: string;
  /** True: goes before work that is not first. */
  readonly isFirst: boolean;
  start(): void;
  /** The queue is full and gave up this work for other work. */
  refuse(): void;
}

/** One of this many turns goes to work that is not first. So first work cannot keep it waiting for ever. */
const turnsPerOther = 4;

/**
 * A bounded queue in which every key gets its turn: a key with a thousand waiting waits behind itself. A full queue
 * drops the last work of the key with the most waiting. It drops work that is not first before first work.
 */
export class FairQueue {
  readonly #first = new Map<string, Waiting[]>();
  readonly #other = new Map<string, Waiting[]>();
  readonly #limit: number;
  #size = 0;
  #turns = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  add(work: Waiting): void {
    const line = work.isFirst ? this.#first : this.#other;
    const queue = line.get(work.key);
    if (queue) queue.push(work);
    else line.set(work.key, [work]);
    this.#size++;
    if (this.#size > this.#limit) this.#giveUpOne();
  }

  /** Takes out the next work; undefined: nothing waits. */
  next(): Waiting | undefined {
    this.#turns++;
    const lines = this.#turns % turnsPerOther === 0 ? [this.#other, this.#first] : [this.#first, this.#other];
    for (const line of lines) {
      const [entry] = line;
      if (!entry) continue;
      const [key, queue] = entry;
      const work = queue.shift();
      // The key goes to the end of the rotation.
      line.delete(key);
      if (queue.length > 0) line.set(key, queue);
      this.#size--;
      return work;
    }
    return undefined;
  }

  #giveUpOne(): void {
    const line = this.#other.size > 0 ? this.#other : this.#first;
    let longest: [string, Waiting[]] | undefined;
    for (const entry of line) if (entry[1].length >= (longest?.[1].length ?? 0)) longest = entry;
    if (!longest) return;
    const [key, queue] = longest;
    const work = queue.pop();
    if (queue.length === 0) line.delete(key);
    this.#size--;
    work?.refuse();
  }
}
