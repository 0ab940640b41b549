/**
 * Requests to YouTube, by the documentation of the YouTube Data API v3 (developers.google.com/youtube/v3/docs) and,
 * without a key, by youtube.com's oEmbed provider (oembed.com). The key is sent in a header, so no address contains it.
 */
import type { TokenAsker } from '../device-flow.ts';
import { type Answered, needed, numberOf, objectOf, objectsOf, readJson, textOf } from '../json-answer.ts';
import { askOembed } from '../oembed.ts';
import type { ProviderTools } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { readChapters, readDuration } from './youtube.texts.ts';

/** Most results of one request ("maxResults"). */
export const mostResults = 50;

export interface Video {
  readonly id: string;
  readonly name: string;
  readonly channel: string;
  readonly isLive: boolean;
  readonly durationSeconds?: number;
  readonly publishedAt?: Date;
  readonly isEmbeddable?: boolean;
  readonly chapters: readonly { readonly startSeconds: number; readonly name: string }[];
}

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

export type YoutubeApi = ReturnType<typeof youtubeApi>;

/** The authorization of a request: a key, or an account. */
export type YoutubeAsker = { readonly key: string } | TokenAsker;

type Query = Readonly<Record<string, string | number | undefined>>;

type Ask = (resource: string, query: Query) => Promise<Answered>;

/** Requests one resource. @throws ProviderError */
function askingBy(asker: YoutubeAsker, tools: Pick<ProviderTools, 'ask'>): Ask {
  return async (resource, query) => {
    const url = new URL(`https://www.googleapis.com/youtube/v3/${resource}`);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, `${value}`);
    const send = async (headers: Readonly<Record<string, string>>) => readJson(await tools.ask(url.href, { headers }));
    const sendAs = (token: string) => send({ authorization: `Bearer ${token}` });
    try {
      if ('key' in asker) return await send({ 'x-goog-api-key': asker.key });
      return await sendAs(await asker.token()).catch(async (cause) => {
        if (!(cause instanceof ProviderError) || cause.failure !== 'account_refused') throw cause;
        return sendAs(await asker.renewed());
      });
    } catch (cause) {
      throw cause instanceof ProviderError ? await explained(cause) : cause;
    }
  };
}

/** Requests a page of a resource. @throws ProviderError */
function pagingBy(ask: Ask) {
  return async (resource: string, query: Query): Promise<PageOf<Answered>> => {
    const answer = await ask(resource, query);
    if (!Array.isArray(answer['items'])) throw new ProviderError('bad_answer');
    const next = textOf(answer['nextPageToken']);
    return { items: objectsOf(answer['items']), ...(next === undefined ? {} : { next }) };
  };
}

const paged = (maxResults: number, pageToken: string | undefined) => ({ maxResults, pageToken });

/** The API's resources. @throws ProviderError in all methods */
export function youtubeApi(asker: YoutubeAsker, tools: Pick<ProviderTools, 'ask'>) {
  const ask = askingBy(asker, tools);
  const page = pagingBy(ask);
  const part = 'snippet,contentDetails,status';

  return {
    /** In the order of the ids, without deleted and private videos. */
    async videos(ids: readonly string[]): Promise<Video[]> {
      if (ids.length === 0) return [];
      const { items } = await page('videos', { part, id: ids.join() });
      const found = new Map(items.map((item) => [item['id'], readVideo(item)]));
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    async popular(limit: number, after: string | undefined): Promise<PageOf<Video>> {
      const { items, ...rest } = await page('videos', { part, chart: 'mostPopular', ...paged(limit, after) });
      return { items: items.map(readVideo), ...rest };
    },
    /** Ids of videos. */
    async playlist(playlistId: string, limit: number, after: string | undefined): Promise<PageOf<string>> {
      const { items, ...rest } = await page('playlistItems', {
        part: 'contentDetails',
        playlistId,
        ...paged(limit, after),
      });
      return { items: items.flatMap((item) => textOf(objectOf(item['contentDetails'])?.['videoId']) ?? []), ...rest };
    },
    async playlistName(id: string): Promise<string> {
      const { items } = await page('playlists', { part: 'snippet', id });
      return nameIn(items[0]);
    },
    /** Playlists of a channel, or of the account. */
    async playlistsOf(by: { readonly channelId: string } | { readonly mine: 'true' }, limit: number, after?: string) {
      const { items, ...rest } = await page('playlists', { part: 'snippet', ...by, ...paged(limit, after) });
      return { items: items.map((item) => ({ id: needed(textOf(item['id'])), name: nameIn(item) })), ...rest };
    },
    ...channelsBy(ask, page),
    /** Ids of embeddable videos. */
    async search(q: string, limit: number, after: string | undefined): Promise<PageOf<string>> {
      const query = { part: 'snippet', type: 'video', videoEmbeddable: 'true', q, ...paged(limit, after) };
      const { items, ...rest } = await page('search', query);
      return { items: items.flatMap((item) => textOf(objectOf(item['id'])?.['videoId']) ?? []), ...rest };
    },
    /** Sends the cheapest request, to check whether YouTube accepts the key. */
    verify: () => page('i18nLanguages', { part: 'snippet', hl: 'en' }),
  };
}

function channelsBy(ask: Ask, page: ReturnType<typeof pagingBy>) {
  return {
    async channel(by: { readonly id: string } | { readonly forHandle: string } | { readonly forUsername: string }) {
      // `items` is absent when there is no channel.
      const answer = await ask('channels', { part: 'snippet,contentDetails', ...by });
      const [item] = objectsOf(answer['items']);
      const uploads = textOf(objectOf(objectOf(item?.['contentDetails'])?.['relatedPlaylists'])?.['uploads']);
      if (item === undefined || uploads === undefined) throw new ProviderError('missing');
      return { id: needed(textOf(item['id'])), name: nameIn(item), uploads };
    },
    /** Channels that the account has subscribed to, by name. */
    async subscriptions(limit: number, after: string | undefined) {
      const query = { part: 'snippet', mine: 'true', order: 'alphabetical', ...paged(limit, after) };
      const { items, ...rest } = await page('subscriptions', query);
      const channels = items.flatMap((item) => {
        const id = textOf(objectOf(objectOf(item['snippet'])?.['resourceId'])?.['channelId']);
        return id === undefined ? [] : [{ id, name: nameIn(item) }];
      });
      return { items: channels, ...rest };
    },
    /** Name and id of the account's own channel; undefined for an account without one. */
    async ownChannel() {
      const [item] = objectsOf((await ask('channels', { part: 'snippet', mine: 'true' }))['items']);
      return item && { id: needed(textOf(item['id'])), name: nameIn(item) };
    },
  };
}

/** Name and channel of a video without a key. @throws ProviderError */
export async function askWithoutKey(videoId: string, tools: Pick<ProviderTools, 'ask'>): Promise<Video> {
  const address = `https://www.youtube.com/watch?v=${videoId}`;
  const { name, author } = await askOembed('https://www.youtube.com/oembed', address, tools);
  return { id: videoId, name, channel: author, isLive: false, chapters: [] };
}

function readVideo(item: Answered): Video {
  const snippet = objectOf(item['snippet']);
  const details = objectOf(item['contentDetails']);
  // `upcoming` will be live; `none` is, or became, a video.
  const isLive = ['live', 'upcoming'].includes(textOf(snippet?.['liveBroadcastContent']) ?? 'none');
  const seconds = isLive ? undefined : readDuration(textOf(details?.['duration']) ?? '');
  const isEmbeddable = objectOf(item['status'])?.['embeddable'];
  const published = Date.parse(textOf(snippet?.['publishedAt']) ?? '');
  return {
    id: needed(textOf(item['id'])),
    name: nameIn(item),
    channel: textOf(snippet?.['channelTitle']) ?? '',
    isLive,
    chapters: readChapters(textOf(snippet?.['description']) ?? '', seconds),
    ...(seconds === undefined ? {} : { durationSeconds: seconds }),
    ...(typeof isEmbeddable === 'boolean' ? { isEmbeddable } : {}),
    ...(Number.isNaN(published) ? {} : { publishedAt: new Date(published) }),
  };
}

/** @throws ProviderError `missing` when there is no resource. */
function nameIn(item: Answered | undefined): string {
  if (item === undefined) throw new ProviderError('missing');
  return needed(textOf(objectOf(item['snippet'])?.['title']));
}

const spent = /^(quotaExceeded|dailyLimitExceeded|rateLimitExceeded|userRateLimitExceeded)$/;
const refused = /^(keyInvalid|keyExpired|accessNotConfigured|ipRefererBlocked|API_KEY_.*|SERVICE_DISABLED)$/;

/**
 * Reads the reason in the body of an error, beyond its status (developers.google.com/youtube/v3/docs/errors;
 * google.rpc.ErrorInfo).
 */
async function explained(error: ProviderError): Promise<ProviderError> {
  const body = objectOf(await error.answer?.json().catch(() => undefined));
  const told = objectOf(body?.['error']);
  if (told === undefined) return error;
  const reasons = [...objectsOf(told['errors']), ...objectsOf(told['details'])].map(({ reason }) => `${reason}`);
  if (reasons.some((reason) => spent.test(reason))) return new ProviderError('quota', { cause: error });
  if (reasons.some((reason) => refused.test(reason))) return new ProviderError('account_refused', { cause: error });
  return numberOf(told['code']) === 404 ? new ProviderError('missing', { cause: error }) : error;
}
