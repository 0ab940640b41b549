/**
 * Requests to Twitch, by the reference of its API (dev.twitch.tv/docs/api/reference). The token is sent in a header, so
 * no address contains it.
 */
import { isUrl } from '../../kernel/http/urls.ts';
import { type Answered, needed, numberOf, objectOf, objectsOf, readJson, textOf } from '../json-answer.ts';
import type { ProviderTools } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { Asker } from './twitch.tokens.ts';

/** Most results of one request ("first"). */
export const mostResults = 100;

/** A channel's current stream. */
export interface TwitchStream {
  /** Name of the channel, in lower case. */
  readonly login: string;
  readonly channel: string;
  readonly title: string;
  readonly picture?: string;
  readonly startedAt?: Date;
}
/** A video or a clip. */
export interface TwitchFilm {
  readonly id: string;
  readonly title: string;
  readonly channel: string;
  readonly durationSeconds?: number;
  readonly createdAt?: Date;
  readonly picture?: string;
}
/** An owner of films: a channel, by its name in lower case, or a category, by its number. */
export interface TwitchPlace {
  readonly id: string;
  readonly name: string;
}
/** An announced broadcast of a channel. */
export interface TwitchPlan {
  readonly title: string;
  readonly category: string;
  readonly startsAt: Date;
}
export interface PageOf<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

/** Start and size of a page. */
interface Paged {
  readonly after: string | undefined;
  readonly limit: number;
}
type Query = Readonly<Record<string, string | number | undefined>>;

export type TwitchApi = ReturnType<typeof twitchApi>;

type Ask = (resource: string, query: Query) => Promise<Answered>;

/** Requests one resource. @throws ProviderError */
function askingBy(asker: Asker, tools: Pick<ProviderTools, 'ask'>): Ask {
  return async (resource, query) => {
    const url = new URL(`https://api.twitch.tv/helix/${resource}`);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, `${value}`);
    const send = async (token: string) =>
      readJson(
        await tools.ask(url.href, { headers: { authorization: `Bearer ${token}`, 'client-id': asker.clientId } }),
      );
    try {
      return await send(await asker.token());
    } catch (cause) {
      if (!(cause instanceof ProviderError)) throw cause;
      if (cause.failure === 'account_refused') return send(await asker.renewed());
      throw cause.answer?.status === 400 ? new ProviderError('missing', { cause }) : cause;
    }
  };
}

/** The API's resources, requested by `asker`. @throws ProviderError in all methods */
export function twitchApi(asker: Asker, tools: Pick<ProviderTools, 'ask'>) {
  const ask = askingBy(asker, tools);
  async function page<T>(
    resource: string,
    query: Query,
    read: (item: Answered) => T | undefined,
    { after, limit }: Paged,
  ): Promise<PageOf<T>> {
    const answer = await ask(resource, { ...query, first: Math.min(limit, mostResults), after });
    if (!Array.isArray(answer['data'])) throw new ProviderError('bad_answer');
    const next = textOf(objectOf(answer['pagination'])?.['cursor']);
    const items = objectsOf(answer['data']).flatMap((item) => read(item) ?? []);
    return { items, ...(next === undefined ? {} : { next }) };
  }
  const one = async <T>(resource: string, query: Query, read: (item: Answered) => T): Promise<T | undefined> =>
    (await page(resource, query, read, { after: undefined, limit: 1 })).items[0];

  return {
    streams: (by: { readonly user_login?: string; readonly game_id?: string }, paged: Paged) =>
      page('streams', by, readStream, paged),
    followedStreams: (userId: string, paged: Paged) => page('streams/followed', { user_id: userId }, readStream, paged),
    followedChannels: (userId: string, paged: Paged) =>
      page('channels/followed', { user_id: userId }, placeBy('broadcaster_login', 'broadcaster_name'), paged),
    categories: (paged: Paged) => page('games/top', {}, placeBy('id', 'name'), paged),
    searchChannels: (query: string, paged: Paged) =>
      page('search/channels', { query }, placeBy('broadcaster_login', 'display_name'), paged),
    searchCategories: (query: string, paged: Paged) =>
      page('search/categories', { query }, placeBy('id', 'name'), paged),
    category: (id: string) => one('games', { id }, placeBy('id', 'name')),
    /** Includes the user's number, for requests that take no name. */
    async user(login: string): Promise<TwitchPlace & { readonly number: string }> {
      const user = await one('users', { login }, (item) => ({
        id: needed(textOf(item['login'])),
        name: needed(textOf(item['display_name'])),
        number: needed(textOf(item['id'])),
      }));
      if (!user) throw new ProviderError('missing');
      return user;
    },
    videos: (by: { readonly user_id: string } | { readonly game_id: string }, paged: Paged) =>
      page('videos', by, readVideo, paged),
    clips: (by: { readonly broadcaster_id: string } | { readonly game_id: string }, paged: Paged) =>
      page('clips', by, readClip, paged),
    video: (id: string) => one('videos', { id }, readVideo),
    clip: (id: string) => one('clips', { id }, readClip),
    schedule: (broadcasterId: string, paged: Paged) => schedule(ask, broadcasterId, paged),
  };
}

/** Empty when the channel has announced nothing; Twitch responds 404 then. */
async function schedule(ask: Ask, broadcasterId: string, { after, limit }: Paged): Promise<PageOf<TwitchPlan>> {
  const query = { broadcaster_id: broadcasterId, first: Math.min(limit, 25), after };
  const answer = await ask('schedule', query).catch((cause) => {
    if (cause instanceof ProviderError && cause.failure === 'missing') return undefined;
    throw cause;
  });
  const next = textOf(objectOf(answer?.['pagination'])?.['cursor']);
  const items = objectsOf(objectOf(answer?.['data'])?.['segments']).flatMap((segment): TwitchPlan[] => {
    const startsAt = dateIn(segment['start_time']);
    // A cancelled broadcast has the end of its cancellation.
    if (startsAt === undefined || textOf(segment['canceled_until']) !== undefined) return [];
    const category = textOf(objectOf(segment['category'])?.['name']) ?? '';
    return [{ title: textOf(segment['title']) ?? '', category, startsAt }];
  });
  return { items, ...(next === undefined ? {} : { next }) };
}

const placeBy =
  (id: string, name: string) =>
  (item: Answered): TwitchPlace => ({ id: needed(textOf(item[id])), name: needed(textOf(item[name])) });

function readStream(item: Answered): TwitchStream {
  const [startedAt, picture] = [dateIn(item['started_at']), pictureIn(item)];
  return {
    login: needed(textOf(item['user_login'])),
    channel: textOf(item['user_name']) ?? '',
    title: textOf(item['title']) ?? '',
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(picture === undefined ? {} : { picture }),
  };
}

function readVideo(item: Answered): TwitchFilm {
  return { ...readFilm(item), channel: textOf(item['user_name']) ?? '', ...lengthOf(secondsIn(item['duration'])) };
}

function readClip(item: Answered): TwitchFilm {
  return {
    ...readFilm(item),
    channel: textOf(item['broadcaster_name']) ?? '',
    ...lengthOf(numberOf(item['duration'])),
  };
}

function readFilm(item: Answered): Omit<TwitchFilm, 'channel'> {
  const [createdAt, picture] = [dateIn(item['created_at']), pictureIn(item)];
  return {
    id: needed(textOf(item['id'])),
    title: textOf(item['title']) ?? '',
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(picture === undefined ? {} : { picture }),
  };
}

const lengthOf = (seconds: number | undefined) =>
  seconds !== undefined && seconds > 0 ? { durationSeconds: seconds } : {};

/** `3h8m33s`. */
function secondsIn(value: unknown): number | undefined {
  const match = /^(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s)?$/.exec(textOf(value) ?? '-');
  if (!match) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return hours * 3_600 + minutes * 60 + seconds;
}

function dateIn(value: unknown): Date | undefined {
  const ms = Date.parse(textOf(value) ?? '');
  return Number.isNaN(ms) ? undefined : new Date(ms);
}

/**
 * Addresses have placeholders for the size, `{width}` for streams and `%{width}` for videos. Undefined: the picture is
 * not made yet.
 */
function pictureIn(item: Answered): string | undefined {
  const address = textOf(item['thumbnail_url'])
    ?.replace(/%?\{width\}/, '320')
    .replace(/%?\{height\}/, '180');
  return address !== undefined && isPicture(address) ? address : undefined;
}

/** True for a picture's address on Twitch's servers. */
export function isPicture(address: string): boolean {
  if (!isUrl(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && /(?:^|\.)(?:jtvnw\.net|twitch\.tv|twitchcdn\.net)$/.test(hostname);
}
