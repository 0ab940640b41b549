/**
 * Calls `claim` repeatedly until it returns neither false nor undefined, and returns that value. @throws Error after
 * `deadlineMs`.
 */
export async function until<T>(
  what: string,
  claim: () => T | undefined | false | Promise<T | undefined | false>,
  deadlineMs = 30_000,
): Promise<T> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const said = await claim();
    if (said !== undefined && said !== false) return said;
    if (performance.now() > end) throw new Error(`${what}: not so after ${deadlineMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
