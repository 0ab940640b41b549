import type { Clock } from '../../../kernel/clock.ts';
import type { MediaProviders, ProviderTools } from '../../../providers/provider.ts';
import { understand } from './find-provider.ts';
import type { Sources } from './providers.port.ts';

interface Parts {
  readonly providers: MediaProviders;
  readonly toolsOf: (provider: string) => ProviderTools;
  readonly clock: Clock;
}

/** How long the addition of an item waits for its name, in milliseconds. */
const patienceMs = 4_000;
/** Most concurrent requests for names: a batch has up to 100 items. */
const mostAtOnce = 8;
/** Longest name of an item, in characters. */
const maxLength = 500;

/** Names items that were added without a name. [PV40] */
export function makeNaming({ providers, toolsOf, clock }: Parts): Sources['findName'] {
  let asking = 0;
  return async (source, given) => {
    const { provider, value } = understand(providers, source);
    const own = provider.nameOf(value);
    if (given !== '' && given !== own) return given;
    if (!provider.describe || asking >= mostAtOnce) return own;
    asking += 1;
    const answer = provider
      .describe(value, toolsOf(provider.name))
      .then(({ name }) => [...name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, maxLength).join('') || own)
      .catch(() => own)
      .finally(() => {
        asking -= 1;
      });
    return new Promise((resolve) => {
      const cancel = clock.after(patienceMs, () => resolve(own));
      void answer.then((name) => {
        cancel();
        resolve(name);
      });
    });
  };
}
