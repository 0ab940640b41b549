import { FairQueue } from './fair-queue.ts';

interface Limits {
  /** Maximum amount of running work. */
  readonly atOnce: number;
  readonly maxWaiting: number;
  /** The error for work that is dropped because too much is waiting. */
  readonly refusal: () => Error;
}

/**
 * Slots that users share fairly. @returns a function that runs `work` for `owner` in a free slot. @throws the refusal,
 * or the error of `work`
 */
export function makeFairSlots({ atOnce, maxWaiting, refusal }: Limits) {
  const queue = new FairQueue(maxWaiting);
  let running = 0;

  function startNext(): void {
    if (running >= atOnce) return;
    const next = queue.next();
    if (!next) return;
    running += 1;
    next.start();
  }

  return <T>(owner: string, work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const start = () =>
        void work()
          .then(resolve, reject)
          .finally(() => {
            running -= 1;
            startNext();
          });
      queue.add({ key: owner, isFirst: false, start, refuse: () => reject(refusal()) });
      startNext();
    });
}
