import { createSecretKey } from 'node:crypto';
import { makeAccessTokens } from '@matinee/server/features/accounts/sessions/tokens.ts';
import { systemClock } from '@matinee/server/kernel/clock.ts';
import { jwtVerify } from 'jose';
import { inTurn, median, ratioOf } from '../figures.ts';
import { benchJwtSecret } from '../server-process.ts';

const checks = 5_000;
const rounds = 7;

/** Microseconds of one check. */
async function cost(tokens: readonly string[], check: (token: string) => unknown): Promise<number> {
  const startedAtMs = performance.now();
  for (const token of tokens) await check(token);
  return ((performance.now() - startedAtMs) * 1000) / checks;
}

/** The cost of reading an access token, compared with `jose` and the same required claims. */
export async function tokenCost(): Promise<{ us: number; controlUs: number; ratio: number }> {
  const accessTokens = makeAccessTokens(benchJwtSecret, systemClock);
  const tokens: string[] = [];
  for (let n = 0; n < checks; n++) {
    const { token } = await accessTokens.issue('usr_00000000000000000000000000', `ses_${String(n).padStart(26, '0')}`);
    tokens.push(token);
  }
  const key = createSecretKey(Buffer.from(benchJwtSecret));
  const claims = {
    algorithms: ['HS256'],
    issuer: 'matinee',
    audience: 'matinee/access',
    requiredClaims: ['sub', 'sid', 'exp'],
  };
  const measured = await inTurn(
    rounds,
    () => cost(tokens, (token) => accessTokens.read(token)),
    () => cost(tokens, (token) => jwtVerify(token, key, claims)),
  );
  return { us: median(measured.ours), controlUs: median(measured.control), ratio: ratioOf(measured, (us) => us) };
}
