/**
 * Requests to Dailymotion for public videos, without a key, by the documentation of its Platform API
 * (developers.dailymotion.com/api).
 */
import { isUrl } from '../../kernel/http/urls.ts';
import { type Answered, needed, numberOf, objectOf, readJson, textOf } from '../json-answer.ts';
import type { ProviderTools } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';

const fields = 'id,title,duration,mode,owner.screenname,thumbnail_480_url,allow_embed';

export interface DailymotionVideo {
  readonly name: string;
  readonly owner: string;
  readonly isLive: boolean;
  readonly durationSeconds?: number;
  readonly picture?: string;
}

/** @throws ProviderError `forbidden` for a video that may play only on the site. */
export async function askVideo(videoId: string, { ask }: Pick<ProviderTools, 'ask'>): Promise<DailymotionVideo> {
  const url = new URL(`https://api.dailymotion.com/video/${videoId}`);
  url.searchParams.set('fields', fields);
  const answer = await ask(url.href).then(readJson, async (cause) => {
    throw cause instanceof ProviderError ? await explained(cause) : cause;
  });
  if (answer['allow_embed'] === false) throw new ProviderError('forbidden');
  return readVideo(answer);
}

function readVideo(answer: Answered): DailymotionVideo {
  const isLive = answer['mode'] === 'live';
  const seconds = numberOf(answer['duration']) ?? 0;
  const picture = textOf(answer['thumbnail_480_url']);
  return {
    name: needed(textOf(answer['title'])),
    owner: textOf(answer['owner.screenname']) ?? '',
    isLive,
    ...(isLive || seconds <= 0 ? {} : { durationSeconds: seconds }),
    ...(picture !== undefined && /^https:\/\//.test(picture) && isUrl(picture) ? { picture } : {}),
  };
}

/** The type of an error is more specific than its status ("Errors": 400 also means that a limit was reached). */
async function explained(error: ProviderError): Promise<ProviderError> {
  const body = objectOf(await error.answer?.json().catch(() => undefined));
  const type = textOf(objectOf(body?.['error'])?.['type']) ?? '';
  if (type === 'not_found') return new ProviderError('missing', { cause: error });
  if (/rate_limit|request_limit/.test(type)) return new ProviderError('busy', { cause: error });
  return error;
}
