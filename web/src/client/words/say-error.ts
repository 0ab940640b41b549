import { ApiError, type Violation, violationsOf } from '../calls/api-error.ts';
import { errorNamespace } from './texts.ts';

/** The texts for failures. */
export interface Words {
  readonly language: string;
  /** True when namespace `ns` has a text for `key`. */
  readonly has: (key: string, ns: string) => boolean;
  readonly say: (key: string, options?: Readonly<Record<string, string>>) => string;
}

/**
 * Describes a failure in plain words. Looks for the reason in the texts of `feature` (under `errors`), then in the
 * words for errors. If neither has it, repeats the server's sentence. If no answer came, says that the server cannot
 * be reached.
 */
export function sayError(error: unknown, feature: string, words: Words): string {
  const { code, message, retryAfterSeconds } = readError(error);
  const reason = (code ?? '').replaceAll('.', '-');
  const known = (
    [
      [`errors.${reason}`, feature],
      [reason, errorNamespace(code ?? '')],
    ] as const
  ).find(([key, ns]) => reason && words.has(key, ns));
  const time = retryAfterSeconds && formatWait(retryAfterSeconds, words.language);
  if (time && (!known || code === 'call.rate_limited')) return words.say('errors.wait', { time });
  if (known) {
    const [key, ns] = known;
    return [
      (ns !== feature && sayViolations(error, words)) || words.say(key, { ns }),
      ...sayBan(error, words),
      ...(time ? [words.say('errors.left', { time })] : []),
    ].join(' ');
  }
  if (error instanceof ApiError && error.status === 0) return words.say('errors.network');
  return message || words.say('errors.network');
}

/**
 * Says why a field was refused: the first violation that has words on this page. That is more helpful than "invalid
 * request". Undefined when no violation has words. [WX3]
 */
function sayViolations(error: unknown, words: Words): string | undefined {
  const violations = error instanceof ApiError ? violationsOf(error.details) : [];
  return violations.map((violation) => sayViolation(violation, words)).find(Boolean);
}

/** Says why one field was refused; undefined when this page has no words for the reason. [WX3] */
export function sayViolation({ reason, params }: Violation, { has, say }: Words): string | undefined {
  const key = keyOfReason(reason);
  const ns = errorNamespace(reason);
  return has(key, ns) ? say(key, { ...params, ns }) : undefined;
}

/** `rule-string-min_len` for `string.min_len`. Bounds of numbers have one text, whatever their type. Pure. */
export function keyOfReason(reason: string): string {
  return /^(u?int|s?fixed|sint)\d+\.|^(double|float)\./.test(reason)
    ? 'rule-number'
    : `rule-${reason.replaceAll('.', '-')}`;
}

/** The end of a ban, and the administrator's reason for it. */
function sayBan(error: unknown, { language, say }: Words): string[] {
  const { reason, until } = detailsOf(error).metadata ?? {};
  const end = until && new Date(until).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' });
  return [...(end ? [say('errors.until', { until: end })] : []), ...(reason ? [say('errors.reason', { reason })] : [])];
}

/** `40 seconds`, `5 minutes`, `24 hours`. */
function formatWait(seconds: number, language: string): string {
  const [count, unit] =
    seconds < 90 ? [seconds, 'second'] : seconds <= 5_400 ? [seconds / 60, 'minute'] : [seconds / 3_600, 'hour'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(count));
}

/** REST failures and refused socket commands have the same fields. Any other error means that no answer came. */
function readError(error: unknown): { code?: string; message?: string; retryAfterSeconds?: number } {
  if (typeof error !== 'object' || error === null || error instanceof TypeError) return {};
  const { code, message, retryAfterSeconds } = error as Record<string, unknown>;
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
  };
}

interface Details {
  readonly metadata?: { readonly reason?: string; readonly until?: string };
}

function detailsOf(error: unknown): Details {
  return (error instanceof ApiError && (error.details as Details | undefined)) || {};
}
