import { type HttpFetch, HttpFetchFailed } from '../../../drivers/http-fetch/http-fetch.ts';
import { OutgoingRefused } from '../../../drivers/outgoing/guard.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { ApiRequest, ProviderTools } from '../../../providers/provider.ts';
import { failureOfStatus, ProviderError, type ProviderFailure } from '../../../providers/provider-error.ts';

/** How long an answer is cached, in milliseconds. */
const rememberedMs = 30_000;
/** Most cached answers; one can be a folder of thousands. */
const maxRemembered = 50;

export interface AskingParts {
  readonly fetch: HttpFetch['fetch'];
  readonly clock: Clock;
  readonly log: Log;
  /** Counts a request to an upstream. */
  readonly onAsked: (outcome: 'answered' | ProviderFailure, seconds: number) => void;
}

/** The tools for one provider's requests to upstream. Its cache is not shared with other providers. [PV30] */
export function makeTools({ fetch, clock, log, onAsked }: AskingParts): ProviderTools {
  async function ask(url: string, request: ApiRequest = {}): Promise<Response> {
    const answer = await fetch(url, request).catch((cause) => {
      const failure = failureOf(cause);
      // The log names the missing configuration entry for the operator.
      if (failure.failure === 'private')
        log.warn(
          { host: new URL(url).host, addresses: failure.addresses },
          'a provider of media was refused a private network; outbound.allowed_networks must list these addresses to allow it',
        );
      throw failure;
    });
    const failure = failureOfStatus(answer.status) ?? (answer.status >= 300 ? 'bad_answer' : undefined);
    if (failure === undefined) return answer;
    const seconds = Number(answer.headers.get('retry-after') ?? 'none');
    const isTold = Number.isInteger(seconds) && seconds >= 0;
    throw new ProviderError(failure, isTold ? { answer, retryAfterSeconds: seconds } : { answer });
  }

  return {
    async ask(url, request) {
      const startMs = clock.nowMs();
      const count = (outcome: Parameters<typeof onAsked>[0]) => onAsked(outcome, (clock.nowMs() - startMs) / 1_000);
      try {
        const answer = await ask(url, request);
        count('answered');
        return answer;
      } catch (cause) {
        if (cause instanceof ProviderError) count(cause.failure);
        throw cause;
      }
    },
    clock,
    remember: makeRemember(clock),
  };
}

/** Caches recent and pending answers. */
function makeRemember(clock: Clock): ProviderTools['remember'] {
  const remembered = new Map<
    string,
    { readonly untilMs: number; readonly answer: Promise<unknown>; isHere: boolean }
  >();

  /** Pending answers stay, so that the next caller finds them. */
  function forgetOldest(): void {
    for (const [name, { isHere }] of remembered) {
      if (remembered.size <= maxRemembered) return;
      if (isHere) remembered.delete(name);
    }
  }

  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const known = remembered.get(name);
    if (known && known.untilMs > clock.nowMs()) return known.answer as Promise<T>;
    const answer = work();
    const entry = { untilMs: clock.nowMs() + rememberedMs, answer, isHere: false };
    remembered.delete(name);
    remembered.set(name, entry);
    answer.then(
      () => {
        entry.isHere = true;
        forgetOldest();
      },
      () => remembered.get(name) === entry && remembered.delete(name),
    );
    return answer;
  };
}

/** Why a request failed: refused by the guard, timed out, or any other reason. */
export function failureOf(error: unknown): ProviderError {
  if (!(error instanceof HttpFetchFailed)) throw error;
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutgoingRefused) return new ProviderError('private', { cause, addresses: cause.addresses });
    const code = 'code' in cause ? cause.code : undefined;
    if (cause.name === 'TimeoutError' || /TIMEOUT/.test(String(code))) return new ProviderError('slow', { cause });
    if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new ProviderError('bad_answer', { cause });
  }
  return new ProviderError('failed', { cause: error });
}
