/** Passes bytes on from upstream without caching them. [PX5] [PX6] [PX8] */
import type { UpstreamAnswer, UpstreamClient } from '../../../../drivers/upstream/upstream.ts';
import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import {
  type ContentRange,
  parseContentRange,
  parseRange,
  type RequestedRange,
} from '../../../../kernel/http/ranges.ts';
import { proxyErrors } from '../proxy.errors.ts';
import type { ResourceFormat } from '../proxy.port.ts';
import { guardingHeaders, safeType } from './media-types.ts';
import { pump } from './pump.ts';
import { errorOfStatus } from './upstream-errors.ts';

/** A request for bytes of upstream. */
export interface ProxyRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly format: ResourceFormat;
  readonly method: 'GET' | 'HEAD';
  /** Headers of the client's request. */
  readonly given: Readonly<Record<string, string | string[] | undefined>>;
  readonly signal: AbortSignal;
  /** The user who asks. */
  readonly owner: string;
}

/** Conditions that are passed on: upstream knows best whether its bytes have changed. */
const conditionNames = ['if-range', 'if-none-match', 'if-modified-since'] as const;

/** @throws UpstreamFailed, AppError */
export async function servePlain(upstream: UpstreamClient, asked: ProxyRequest): Promise<ByteAnswer> {
  const { url, headers, method, signal } = asked;
  const conditions = conditionsOf(asked);
  let answer = await upstream.open({ url, headers, method, conditions, signal });
  // Some servers accept only GET.
  if (method === 'HEAD' && (answer.status === 405 || answer.status === 501)) {
    answer.body.destroy();
    answer = await upstream.open({ url, headers, conditions, signal });
  }
  return passOn(answer, asked, conditions);
}

function conditionsOf({ given }: ProxyRequest): Record<string, string> {
  const conditions: Record<string, string> = {};
  // Several ranges are not passed on: players do not read an answer with several parts.
  if (parseRange(given['range'] as string | undefined)) conditions['range'] = given['range'] as string;
  for (const name of conditionNames) {
    const value = given[name];
    if (typeof value === 'string' && (name !== 'if-range' || conditions['range'] !== undefined))
      conditions[name] = value;
  }
  return conditions;
}

/**
 * Turns the head of upstream's answer into the proxy's own. @throws AppError when a player cannot use it; then its body
 * is dropped.
 */
function passOn(
  answer: UpstreamAnswer,
  { method, format }: ProxyRequest,
  conditions: Readonly<Record<string, string>>,
): ByteAnswer {
  const { status, headers, url, body } = answer;
  const drop = () => void body.destroy();
  try {
    const kept = pick(headers, ['etag', 'last-modified', 'content-encoding']);
    const isConditional = 'if-none-match' in conditions || 'if-modified-since' in conditions;
    if (status === 304 && isConditional) return { status, headers: kept, close: drop };
    if (status === 416 && 'range' in conditions)
      return { status, headers: pick(headers, ['content-range']), close: drop };
    if (status !== 200 && status !== 206) throw errorOfStatus(status);
    const length = lengthOf(answer, parseRange(conditions['range']));
    const shown = {
      ...guardingHeaders(safeType(headers['content-type'], url, format)),
      ...kept,
      ...(status === 206 ? pick(headers, ['content-range']) : pick(headers, ['accept-ranges'])),
      ...(length === undefined ? {} : { 'content-length': String(length) }),
    };
    if (method === 'HEAD') return { status, headers: shown, close: drop };
    return { status, headers: shown, write: (out) => pump(body, out), close: drop };
  } catch (cause) {
    drop();
    throw cause;
  }
}

/**
 * Length of the body, if upstream tells it. @throws AppError `proxy.bad_answer` when its headers contradict each other,
 * or it gives another range than the requested one.
 */
function lengthOf({ status, headers }: UpstreamAnswer, asked: RequestedRange | undefined): number | undefined {
  const told = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  if (status !== 206) return told;
  const range = parseContentRange(headers['content-range']);
  const length = range && range.end - range.start + 1;
  if (!range || !asked || !isPartOf(range, asked) || (told !== undefined && told !== length))
    throw proxyErrors.bad_answer();
  return length;
}

/** Whether a range begins where the request does, and does not go beyond it. */
function isPartOf({ start, end, size }: ContentRange, asked: RequestedRange): boolean {
  if ('start' in asked) return start === asked.start && end <= (asked.end ?? end);
  return size === undefined || start === Math.max(0, size - asked.suffix);
}

function pick(headers: UpstreamAnswer['headers'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name] as string]] : [])),
  );
}
