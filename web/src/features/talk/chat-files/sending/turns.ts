/** Runs work in its turn. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `most` works at once, in the order in which they came. */
export function makeTurns(most: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
