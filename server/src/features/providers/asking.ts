import { type HttpFetch, HttpFetchFailed } from '../../drivers/http-fetch/http-fetch.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ProviderTools } from '../../providers/provider.ts';
import { failureOfStatus, UpstreamError } from '../../providers/upstream-error.ts';

/** How long an answer is remembered, in milliseconds. */
const rememberedMs = 30_000;
/** Most answers that are remembered; one can be a folder of thousands. */
const maxRemembered = 50;

/** What providers ask upstream with. */
export function makeTools(fetch: HttpFetch['fetch'], clock: Clock): ProviderTools {
  const remembered = new Map<string, { readonly untilMs: number; readonly answer: Promise<unknown> }>();
  return {
    async ask(url, request = {}) {
      const answer = await fetch(url, request).catch((cause) => {
        throw new UpstreamError(failureOf(cause), { cause });
      });
      const failure = failureOfStatus(answer.status) ?? (answer.status >= 300 ? 'bad_answer' : undefined);
      if (failure === undefined) return answer;
      const seconds = Number(answer.headers.get('retry-after') ?? 'none');
      throw new UpstreamError(failure, Number.isInteger(seconds) && seconds >= 0 ? { retryAfterSeconds: seconds } : {});
    },
    remember<T>(name: string, work: () => Promise<T>): Promise<T> {
      const known = remembered.get(name);
      if (known && known.untilMs > clock.nowMs()) return known.answer as Promise<T>;
      const answer = work();
      remembered.delete(name);
      remembered.set(name, { untilMs: clock.nowMs() + rememberedMs, answer });
      answer.catch(() => remembered.get(name)?.answer === answer && remembered.delete(name));
      if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value!);
      return answer;
    },
  };
}

/** Why no answer came: the guard refused the connection, time was up, or anything else. */
function failureOf(error: unknown): 'private' | 'slow' | 'bad_answer' | 'failed' {
  if (!(error instanceof HttpFetchFailed)) throw error;
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? cause.code : undefined;
    if (code === 'ERR_OUTGOING_REFUSED') return 'private';
    if (cause.name === 'TimeoutError' || /TIMEOUT/.test(String(code))) return 'slow';
    if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'bad_answer';
  }
  return 'failed';
}
