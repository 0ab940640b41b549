/** Liveness and readiness for orchestrators. [TR40] */
import type { FastifyInstance } from 'fastify';
import { type Clock, pause } from '../kernel/clock.ts';

/**
 * The parts that the server cannot work without, by the name that the answer has for them. A check resolves when its
 * part works, and rejects when it does not.
 */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>;

/** A part that has not answered after this time counts as down, in milliseconds: probes commonly give up after 5 s. */
const checkMs = 2_000;

/** Adds `/health/live` and `/health/ready`. The answers say which part is down but never why. */
export function addHealth(app: FastifyInstance, checks: Checks, clock: Clock): void {
  app.get('/health/live', () => ({ status: 'up' }));
  app.get('/health/ready', async (_request, reply) => {
    const details = Object.fromEntries(
      await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await stateOf(check, clock)] as const),
      ),
    );
    const isReady = Object.values(details).every((state) => state === 'up');
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'up' : 'down', details });
  });
}

async function stateOf(check: () => Promise<unknown>, clock: Clock): Promise<'up' | 'down'> {
  const answered = new AbortController();
  try {
    const isUp = Promise.resolve(check()).then(() => true);
    const isLate = pause(clock, checkMs, answered.signal).then(() => false);
    return (await Promise.race([isUp, isLate])) ? 'up' : 'down';
  } catch {
    return 'down';
  } finally {
    answered.abort();
  }
}
