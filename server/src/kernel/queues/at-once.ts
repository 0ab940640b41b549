/** Runs work for a person, unless too much work of that person is already running. */
export type AtOnce = <R>(personId: string, work: () => Promise<R>) => Promise<R>;

/** `refusal`: the error when more than `limit` tasks of one person would run at a time in this process. */
export function makeAtOnce(limit: number, refusal: () => Error): AtOnce {
  const running = new Map<string, number>();
  return async (personId, work) => {
    const count = running.get(personId) ?? 0;
    if (count >= limit) throw refusal();
    running.set(personId, count + 1);
    try {
      return await work();
    } finally {
      const left = running.get(personId)! - 1;
      if (left === 0) running.delete(personId);
      else running.set(personId, left);
    }
  };
}
