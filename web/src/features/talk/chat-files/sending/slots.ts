/** Runs work when a slot is free. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `most` tasks at once, in the order of their arrival. */
export function makeSlots(most: number): Slots {
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
