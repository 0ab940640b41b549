import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import type { ProviderTools } from './provider.ts';
import { failureOfStatus, ProviderError } from './provider-error.ts';

/**
 * Tools for tests of one provider. They have no guard, follow no redirects, cache nothing, and their clock stands
 * still.
 */
export const plainTools: ProviderTools = {
  async ask(url, request) {
    const answer = await fetch(url, { ...request, redirect: 'manual' });
    const failure = failureOfStatus(answer.status) ?? (answer.status >= 300 ? 'bad_answer' : undefined);
    if (failure) throw new ProviderError(failure, { answer });
    return answer;
  },
  remember: (_, work) => work(),
  clock: new FakeClock(),
};
