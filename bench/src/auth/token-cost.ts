import { createSecretKey } from 'node:crypto';
import { makeAccessTokens } from '@matinee/server/features/sessions/tokens.ts';
import { systemClock } from '@matinee/server/kernel/clock.ts';
import { jwtVerify } from 'jose';
import { inTurn, median, ratioOf } from '../figures.ts';
import { benchJwtSecret } from '../server-process.ts';

const checks = 5_000;
const rounds = 7;

/** Microseconds of one check. */
async function cost(check: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  for (let n = 0; n < checks; n++) await check();
  return ((performance.now() - startedAtMs) * 1000) / checks;
}

/** What reading an access token costs, beside `jose` with the same claims required. */
export async function tokenCost(): Promise<{ us: number; controlUs: number; ratio: number }> {
  const tokens = makeAccessTokens(benchJwtSecret, systemClock);
  const { token } = await tokens.issue('usr_00000000000000000000000000', 'ses_00000000000000000000000000');
  const key = createSecretKey(Buffer.from(benchJwtSecret));
  const claims = {
    algorithms: ['HS256'],
    issuer: 'matinee',
    audience: 'matinee/access',
    requiredClaims: ['sub', 'sid', 'exp'],
  };
  const measured = await inTurn(
    rounds,
    () => cost(() => tokens.read(token)),
    () => cost(() => jwtVerify(token, key, claims)),
  );
  return { us: median(measured.ours), controlUs: median(measured.control), ratio: ratioOf(measured, (us) => us) };
}
