/**
 * Calls `claim` repeatedly until it returns neither false nor undefined, and returns that value. @throws Error after
 * `deadlineMs`.
 */
export async function until<T>(
  what: string,
  claim: () => T | undefined | false | Promise<T | undefined | false>,
  deadlineMs = 60_000,
): Promise<T> {
  const start = performance.now();
  for (;;) {
    const said = await claim();
    if (said !== undefined && said !== false) return said;
    const waitedMs = performance.now() - start;
    if (waitedMs > deadlineMs) throw new Error(`${what}: not so after ${deadlineMs} ms`);
    // Polls often at first; later less often, because each query of a browser is expensive.
    await new Promise((resolve) => setTimeout(resolve, Math.min(10 + waitedMs / 20, 100)));
  }
}
