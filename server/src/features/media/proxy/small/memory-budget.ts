/** Bytes in memory for one user. */
export interface Holding {
  /** Adds `bytes` to the bytes in memory. */
  grow(bytes: number): void;
  release(): void;
}

export type MemoryBudget = ReturnType<typeof makeMemoryBudget>;

interface Holder {
  readonly owner: string;
  readonly end: () => void;
  bytes: number;
}

/**
 * Counts the bytes in memory for each user: bodies that are being loaded, and bodies that readers have not taken yet.
 * If there are more than `maxBytes`, the user with the most bytes loses their largest body. Other users lose nothing.
 * [SB6]
 */
export function makeMemoryBudget(maxBytes: number) {
  const holders = new Set<Holder>();
  const pins = new WeakMap<object, { readonly holding: Holding; readonly ends: Set<() => void> }>();
  let total = 0;

  function release(holder: Holder): void {
    if (holders.delete(holder)) total -= holder.bytes;
  }

  /** `end` releases the bytes. */
  function hold(owner: string, end: () => void): Holding {
    const holder: Holder = { owner, end, bytes: 0 };
    holders.add(holder);
    return {
      grow(bytes) {
        if (!holders.has(holder)) return;
        holder.bytes += bytes;
        total += bytes;
        while (total > maxBytes) {
          const largest = findLargest(holders)!;
          release(largest);
          largest.end();
        }
      },
      release: () => release(holder),
    };
  }

  return {
    hold,
    /**
     * Holds a body for a reader; a body with many readers counts once. Gives the function that ends this; `end` ends
     * the reader.
     */
    pin(body: object, bytes: number, owner: string, end: () => void): () => void {
      let pinned = pins.get(body);
      if (!pinned) {
        const ends = new Set<() => void>();
        pinned = { holding: hold(owner, () => ends.forEach((one) => void one())), ends };
        pins.set(body, pinned);
        pinned.ends.add(end);
        pinned.holding.grow(bytes);
      }
      const { ends, holding } = pinned;
      ends.add(end);
      return () => {
        ends.delete(end);
        if (ends.size > 0) return;
        holding.release();
        pins.delete(body);
      };
    },
  };
}

/** The body to give up: the largest one of the user with the most bytes. */
function findLargest(holders: ReadonlySet<Holder>): Holder | undefined {
  const sums = new Map<string, number>();
  for (const { owner, bytes } of holders) sums.set(owner, (sums.get(owner) ?? 0) + bytes);
  const [most] = [...sums].sort(([, a], [, b]) => b - a);
  return [...holders].filter(({ owner }) => owner === most?.[0]).sort((a, b) => b.bytes - a.bytes)[0];
}
