import type { HttpFetch } from '../../../../drivers/http-fetch/http-fetch.ts';
import type { MediaProvider } from '../../../../providers/provider.ts';

/** Most short links followed for one request: each needs a request to a site. */
const maxFollowed = 20;

type Follower = Pick<MediaProvider, 'shortLink' | 'recognize' | 'recognizeFolder'>;

/**
 * Replaces the short links of sites with their targets. A link stays unchanged if it does not resolve, or if its
 * provider does not recognize the target. Only the short link's site is called: nothing is loaded from the target.
 * [PV75]
 */
export function makeShortLinks(providers: readonly Follower[], fetch: HttpFetch['fetch']) {
  async function follow(provider: Follower, url: string): Promise<string | undefined> {
    const answer = await fetch(url, { method: 'HEAD', redirect: 'manual' }).catch(() => undefined);
    const target = answer && answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
    const isKnown = target && (provider.recognize(target) ?? provider.recognizeFolder?.(target)) !== undefined;
    return isKnown ? target : undefined;
  }

  return async (texts: readonly string[]): Promise<readonly string[]> => {
    let left = maxFollowed;
    const expanding = texts.map(async (text) => {
      for (const provider of providers) {
        const url = provider.shortLink?.(text);
        if (url === undefined) continue;
        left -= 1;
        return left < 0 ? text : ((await follow(provider, url)) ?? text);
      }
      return text;
    });
    return Promise.all(expanding);
  };
}
