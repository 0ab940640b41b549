/**
 * Public lists of a PeerTube server, by the documentation of its REST API
 * (docs.joinpeertube.org/api-rest-reference.html).
 */
import { type Answered, needed, numberOf, objectOf, objectsOf, textOf } from '../json-answer.ts';
import type { ListQuery, ProviderTools } from '../provider.ts';
import { askApi, lengthOf, pathOnServer } from './peertube.client.ts';

export interface PeertubeFilm {
  readonly id: string;
  readonly name: string;
  readonly isLive: boolean;
  readonly durationSeconds?: number;
  readonly publishedAt?: Date;
  /** Path of its picture on the server. */
  readonly picture?: string;
}

/** A channel by its handle, or a playlist by its UUID. */
export interface PeertubePlace {
  readonly id: string;
  readonly name: string;
}

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

type Paged = Pick<ListQuery, 'after' | 'limit'>;
/** The kinds of owners with handles in the API. */
export type Owner = 'video-channels' | 'accounts';
export type PeertubeLists = ReturnType<typeof peertubeLists>;

/** Most entries of a page (API reference, `count`). */
const mostPerPage = 100;

/** Lists of the server at `host`. All throw ProviderError. */
export function peertubeLists(host: string, tools: Pick<ProviderTools, 'ask'>) {
  const ask = (path: string) => askApi(host, path, tools);

  async function page<T>(
    path: string,
    query: Readonly<Record<string, string>>,
    { after, limit }: Paged,
    read: (one: Answered) => T | undefined,
  ): Promise<PageOf<T>> {
    const start = Number(after ?? 0);
    const count = Math.min(limit, mostPerPage);
    const asked = new URLSearchParams({ ...query, start: String(start), count: String(count) });
    const answer = await ask(`${path}?${asked}`);
    const data = objectsOf(answer['data']);
    const isMore = data.length > 0 && start + data.length < needed(numberOf(answer['total']));
    const items = data.flatMap((one) => read(one) ?? []);
    return isMore ? { items, next: String(start + data.length) } : { items };
  }

  const toFilm = (one: Answered) => readFilm(host, one);
  const toChannel = (one: Answered) => readChannel(host, one);
  return {
    /** The server's own name. */
    async name(): Promise<string> {
      const answer = await ask('config');
      // Only PeerTube has this field, so it confirms the server's software.
      needed(textOf(answer['serverVersion']));
      return needed(textOf(objectOf(answer['instance'])?.['name']));
    },
    newest: (paged: Paged) => page('videos', { sort: '-publishedAt', isLocal: 'true' }, paged, toFilm),
    live: (paged: Paged) => page('videos', { sort: '-publishedAt', isLive: 'true' }, paged, toFilm),
    channels: (paged: Paged) => page('video-channels', { sort: '-createdAt' }, paged, toChannel),
    playlists: (paged: Paged) => page('video-playlists', { sort: '-updatedAt' }, paged, readPlaylist),
    videosOf: (owner: Owner, handle: string, paged: Paged) =>
      page(`${owner}/${handle}/videos`, { sort: '-publishedAt' }, paged, toFilm),
    playlistsOf: (owner: Owner, handle: string, paged: Paged) =>
      page(`${owner}/${handle}/video-playlists`, { sort: '-updatedAt' }, paged, readPlaylist),
    nameOf: async (owner: Owner | 'video-playlists', id: string) =>
      textOf((await ask(`${owner}/${id}`))['displayName']) ?? id,
    /** A video that was deleted or made private leaves an empty entry. */
    playlist: (id: string, paged: Paged) =>
      page(`video-playlists/${id}/videos`, {}, paged, (one) => {
        const video = objectOf(one['video']);
        return video && toFilm(video);
      }),
    searchVideos: (search: string, paged: Paged) =>
      page('search/videos', { search, searchTarget: 'local' }, paged, toFilm),
    searchChannels: (search: string, paged: Paged) =>
      page('search/video-channels', { search, searchTarget: 'local' }, paged, toChannel),
  };
}

function readFilm(host: string, video: Answered): PeertubeFilm | undefined {
  const id = textOf(video['uuid']);
  const name = textOf(video['name']);
  if (id === undefined || name === undefined) return undefined;
  const durationSeconds = lengthOf(video);
  const publishedAt = dateOf(video['publishedAt']);
  // `thumbnails` from version 8.1 on.
  const picture = pathOnServer(host, video['thumbnailPath'] ?? objectsOf(video['thumbnails'])[0]?.['fileUrl']);
  return {
    id,
    name,
    isLive: video['isLive'] === true,
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(picture === undefined ? {} : { picture }),
  };
}

/** Channels of followed servers have their server in the handle. */
function readChannel(host: string, channel: Answered): PeertubePlace | undefined {
  const name = textOf(channel['name']);
  if (name === undefined) return undefined;
  const home = textOf(channel['host']);
  const id = home === undefined || home === host ? name : `${name}@${home}`;
  return { id, name: textOf(channel['displayName']) ?? name };
}

function readPlaylist(playlist: Answered): PeertubePlace | undefined {
  const id = textOf(playlist['uuid']);
  return id === undefined ? undefined : { id, name: textOf(playlist['displayName']) ?? id };
}

function dateOf(value: unknown): Date | undefined {
  const text = textOf(value);
  const at = new Date(text ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
