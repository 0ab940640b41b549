/** Liveness and readiness for orchestrators. [TR40] */
import type { FastifyInstance } from 'fastify';
import { type Clock, pause } from '../kernel/clock.ts';

/** Checks by the name of their part. A check resolves if its part works, and rejects otherwise. */
type Checks = Readonly<Record<string, () => Promise<unknown>>>;

/** The parts that the server depends on. */
export interface HealthChecks {
  /** Without any of these parts, the server cannot serve. */
  readonly required: Checks;
  /**
   * Without these parts, people can still watch and chat. Sending them to another replica would not help, because it
   * lacks the same parts.
   */
  readonly useful: Checks;
}

/** A part that has not answered after this time counts as down, in milliseconds: probes commonly give up after 5 s. */
const checkMs = 2_000;

/** Adds `/health/live` and `/health/ready`. The answers say which part is down but never why. */
export function addHealth(app: FastifyInstance, { required, useful }: HealthChecks, clock: Clock): void {
  app.get('/health/live', () => ({ status: 'up' }));
  app.get('/health/ready', async (_request, reply) => {
    const [needed, wanted] = await Promise.all([statesOf(required, clock), statesOf(useful, clock)]);
    const isReady = isAllUp(needed);
    const status = !isReady ? 'down' : isAllUp(wanted) ? 'up' : 'degraded';
    return reply.code(isReady ? 200 : 503).send({ status, details: { ...needed, ...wanted } });
  });
}

type States = Readonly<Record<string, 'up' | 'down'>>;

const isAllUp = (states: States) => Object.values(states).every((state) => state === 'up');

async function statesOf(checks: Checks, clock: Clock): Promise<States> {
  const states = Object.entries(checks).map(async ([name, check]) => [name, await stateOf(check, clock)] as const);
  return Object.fromEntries(await Promise.all(states));
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
