/** Reads a page's facts about its video by oEmbed (oembed.com, version 1.0). */
import { isUrl } from '../kernel/http/urls.ts';
import { needed, numberOf, readJson, textOf } from './json-answer.ts';
import type { ProviderTools } from './provider.ts';
import { ProviderError } from './provider-error.ts';

export interface Oembed {
  readonly name: string;
  /** The name of its owner; empty: unknown. */
  readonly author: string;
  /** Vimeo's extension of the standard. */
  readonly durationSeconds?: number;
  readonly picture?: string;
}

/** Requests the facts about the page at `address` from an oEmbed provider. @throws ProviderError */
export async function askOembed(
  endpoint: string,
  address: string,
  { ask }: Pick<ProviderTools, 'ask'>,
): Promise<Oembed> {
  const url = new URL(endpoint);
  url.search = new URLSearchParams({ url: address, format: 'json' }).toString();
  const answer = await ask(url.href).then(readJson, (cause) => {
    if (!(cause instanceof ProviderError)) throw cause;
    // Sites respond 401 or 403 when a video may not be embedded, and some respond 400 when it does not exist.
    if (cause.failure === 'account_refused') throw new ProviderError('forbidden', { cause });
    throw cause.answer?.status === 400 ? new ProviderError('missing', { cause }) : cause;
  });
  const [seconds, picture] = [numberOf(answer['duration']), textOf(answer['thumbnail_url'])];
  return {
    name: needed(textOf(answer['title'])),
    author: textOf(answer['author_name']) ?? '',
    ...(seconds !== undefined && seconds > 0 ? { durationSeconds: seconds } : {}),
    ...(picture !== undefined && /^https:\/\//.test(picture) && isUrl(picture) ? { picture } : {}),
  };
}
