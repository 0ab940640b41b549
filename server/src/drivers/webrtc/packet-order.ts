/** Reorders packets (RFC 3550, section 5.1). Pure; its memory is limited. */

/** Sequence numbers have 16 bits. */
const numbers = 65_536;
/** Most packets buffered behind a missing one: a quarter of a second at 8 Mbit/s. */
const maxWaiting = 256;
/** How long to wait for a missing packet, in milliseconds: it is requested again, and arrives after a round trip. */
const maxWaitMs = 250;

export interface Ordered<T> {
  readonly packet: T;
  /** True: a packet before it is missing and was given up. */
  readonly isAfterGap: boolean;
}

export class PacketOrder<T> {
  readonly #waiting = new Map<number, { readonly packet: T; readonly atMs: number }>();
  #next: number | undefined;

  /** @returns the packets that are now in order. */
  push(sequence: number, packet: T, nowMs: number): readonly Ordered<T>[] {
    this.#next ??= sequence;
    // A duplicate, or too late.
    if (distance(this.#next, sequence) >= numbers / 2) return [];
    this.#waiting.set(sequence, { packet, atMs: nowMs });
    return this.take(nowMs);
  }

  /** Called even while no packets arrive. */
  take(nowMs: number): readonly Ordered<T>[] {
    const taken = this.#takeRun(false);
    while (this.#waiting.size > 0 && this.#isLate(nowMs)) {
      this.#next = this.#nearest();
      taken.push(...this.#takeRun(true));
    }
    return taken;
  }

  /** The consecutive packets. */
  #takeRun(isAfterGap: boolean): Ordered<T>[] {
    const taken: Ordered<T>[] = [];
    for (;;) {
      const found = this.#next === undefined ? undefined : this.#waiting.get(this.#next);
      if (!found) return taken;
      this.#waiting.delete(this.#next!);
      this.#next = (this.#next! + 1) % numbers;
      taken.push({ packet: found.packet, isAfterGap: isAfterGap && taken.length === 0 });
    }
  }

  /** Maps keep insertion order: the first entry arrived first. */
  #isLate(nowMs: number): boolean {
    if (this.#waiting.size > maxWaiting) return true;
    const [first] = this.#waiting.values();
    return first !== undefined && nowMs - first.atMs > maxWaitMs;
  }

  #nearest(): number {
    let [nearest] = this.#waiting.keys();
    for (const sequence of this.#waiting.keys())
      if (distance(this.#next!, sequence) < distance(this.#next!, nearest!)) nearest = sequence;
    return nearest!;
  }
}

/** Distance from `from` to `to`, modulo the range. */
function distance(from: number, to: number): number {
  return (to - from + numbers) % numbers;
}
