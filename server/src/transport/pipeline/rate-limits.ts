import { type DescField, type DescMethod, getOption } from '@bufbuild/protobuf';
import { reflect } from '@bufbuild/protobuf/reflect';
import { account, Rate } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { ruleOf } from '@matinee/contract/methods.ts';
import type { Incoming, Principal } from '../../kernel/call.ts';
import type { Clock } from '../../kernel/clock.ts';
import { networkOf } from '../../kernel/network-of.ts';
import { callErrors } from './pipeline.errors.ts';
import { type RateCounter, takeFromWindow } from './sliding-window.ts';

/** The number of calls allowed in a window, and the key by which they are counted. */
interface Budget {
  readonly per: 'account' | 'address' | 'principal';
  readonly limit: number;
  readonly windowMs: number;
}

const minute = 60_000;

/** The budgets of each class. */
const budgets: Readonly<Record<Rate, readonly Budget[]>> = {
  [Rate.UNSPECIFIED]: [],
  [Rate.AUTH]: [
    { per: 'account', limit: 10, windowMs: minute },
    { per: 'address', limit: 60, windowMs: minute },
  ],
  // The owner of a token is unknown until it is used: see `makeRefreshLimit`. People in one network share an IP
  // address.
  [Rate.REFRESH]: [{ per: 'address', limit: 60, windowMs: minute }],
  [Rate.READ]: [{ per: 'principal', limit: 600, windowMs: minute }],
  [Rate.WRITE]: [{ per: 'principal', limit: 120, windowMs: minute }],
  [Rate.MEDIA]: [{ per: 'principal', limit: 120, windowMs: minute }],
  [Rate.ADMIN]: [{ per: 'principal', limit: 180, windowMs: minute }],
  [Rate.STREAMING]: [{ per: 'principal', limit: 1_200, windowMs: minute }],
  [Rate.CHAT]: [{ per: 'principal', limit: 10, windowMs: 1_000 }],
  [Rate.CONNECT]: [{ per: 'principal', limit: 60, windowMs: minute }],
};

/**
 * Takes one call from every budget of the method. @throws AppError `call.rate_limited` with the seconds until another
 * call is allowed.
 */
export type TakeBudget = (
  method: DescMethod,
  incoming: Pick<Incoming, 'address'> & { message?: unknown },
  principal: Principal,
) => Promise<void>;

export interface RateParts {
  readonly counter: RateCounter;
  readonly clock: Clock;
  /** Factor by which all limits are multiplied. */
  readonly factor: number;
  /**
   * The share of a limit that this process may currently use: 1 while replicas count together, else about 1 ÷ replicas.
   */
  readonly share?: (() => number) | undefined;
}

export function makeRateLimits(parts: RateParts): TakeBudget {
  const accountFields = new Map<DescMethod, DescField | undefined>();
  const accountField = (method: DescMethod): DescField | undefined => {
    if (!accountFields.has(method))
      accountFields.set(
        method,
        method.input.fields.find((field) => getOption(field, account)),
      );
    return accountFields.get(method);
  };
  return async (method, incoming, principal) => {
    const { rate, free } = ruleOf(method);
    if (free) return;
    for (const budget of budgets[rate]) {
      const { per } = budget;
      const field = per === 'account' ? accountField(method) : undefined;
      if (per === 'account' && (!field || !incoming.message)) continue;
      const who = field
        ? accountName(method, field, incoming.message)
        : per === 'address'
          ? networkOf(incoming.address)
          : nameOf(principal, incoming.address);
      await take(parts, `rate:${Rate[rate]}:${per}:${who}`, budget);
    }
  };
}

/**
 * Refreshes of one user: each of several devices refreshes once in many minutes. More than that is a bug or an attack.
 */
const refreshesPerUser = { limit: 10, windowMs: minute };

/** Takes one refresh from the budget of a user. @throws AppError `call.rate_limited` */
export function makeRefreshLimit(parts: RateParts): (userId: string) => Promise<void> {
  return (userId) => take(parts, `rate:REFRESH:user:${userId}`, refreshesPerUser);
}

/** Takes one read from the budget of anonymous callers at `address`. @throws AppError `call.rate_limited` */
export function makePublicReadLimit(parts: RateParts): (address: string) => Promise<void> {
  const [reads] = budgets[Rate.READ];
  return (address) => take(parts, `rate:READ:principal:${networkOf(address)}`, reads!);
}

/**
 * Takes one byte request from the stream budget of a person, or of an IP address if the caller is unknown.
 * @throws AppError `call.rate_limited`
 */
export function makeStreamLimit(parts: RateParts): (personId: string | undefined, address: string) => Promise<void> {
  const [streams] = budgets[Rate.STREAMING];
  return (personId, address) => take(parts, `rate:STREAMING:principal:${personId ?? networkOf(address)}`, streams!);
}

/** If the counter fails, the call is allowed: refusing all calls would be worse. */
async function take(parts: RateParts, key: string, budget: Omit<Budget, 'per'>): Promise<void> {
  const { counter, clock, factor, share = () => 1 } = parts;
  const scaled = { limit: Math.max(1, budget.limit * factor * share()), windowMs: budget.windowMs };
  const waitMs = await takeFromWindow(counter, key, scaled, clock.nowMs()).catch(() => 0);
  if (waitMs > 0) throw callErrors.rate_limited({ retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

function accountName(method: DescMethod, field: DescField, message: unknown): string {
  const value = reflect(method.input, message as never).get(field as DescField & { fieldKind: 'scalar' });
  return String(value).toLowerCase();
}

function nameOf(principal: Principal, address: string): string {
  switch (principal.kind) {
    case 'user':
      return principal.userId;
    case 'guest':
      return principal.guestId;
    case 'operator':
      return 'operator';
    case 'anonymous':
      return networkOf(address);
  }
}
