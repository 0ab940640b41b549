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
    // What comes soon is seen soon; asking a browser costs more than the moment that is lost later.
    await new Promise((resolve) => setTimeout(resolve, Math.min(10 + waitedMs / 20, 100)));
  }
}
