import { create } from '@bufbuild/protobuf';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import {
  type BindYoutubeRequestSchema,
  YoutubeSourceSchema,
} from '@matinee/contract/gen/service/provider/youtube_pb.ts';
import { YoutubeProviderService } from '@matinee/contract/gen/service/provider/youtube_service_pb.ts';
import { ownMethod } from '../own-method.ts';
import type { AccountKind, Listed, ListedPage, ListQuery, Upstream } from '../provider.ts';
import { UpstreamError } from '../upstream-error.ts';
import { mostResults, type PageOf, type Video, type YoutubeApi, youtubeApi } from './youtube.client.ts';
import { findVideo, openApi } from './youtube.keys.ts';
import { readLink } from './youtube.links.ts';

const { bind, unbind, getBinds, list, search, resolve } = YoutubeProviderService.method;

/** Keys of the YouTube Data API, and what is found with them. [YT4] [YT5] */
const kind: AccountKind<'youtube', typeof BindYoutubeRequestSchema> = {
  service: { method: { getBinds, login: bind, logout: unbind, list, search } },
  // Anybody may play a video.
  accountOf: () => undefined,
  isOptional: true,
  checkLogin: () => [],
  async signIn({ apiKey }, tools) {
    await youtubeApi(apiKey, tools).verify();
    // Enough for its owner to tell it from others, and useless to anybody else.
    return { host: 'youtube.com', name: `…${apiKey.slice(-4)}`, credentials: { apiKey } };
  },
  verify: async (account, tools) => void (await openApi(account, tools).verify()),
  list: async (account, query, tools) => listFolder(openApi(account, tools), query),
  async search(account, { text, limit, after }, tools) {
    const api = openApi(account, tools);
    return toPage(api, await api.search(text, Math.min(limit, mostResults), after));
  },
  thumbnails: {
    noun: 'thumbnail',
    of: (_, item) => pictureOf(item),
  },
  own: [
    ownMethod(resolve, async ({ link, accountId }, { open, tools }) => {
      const named = readLink(link);
      if (!named || !('video' in named)) throw new UpstreamError('missing');
      const { id, name, channel, isLive, durationSeconds, isEmbeddable, chapters } = await findVideo(
        named.video,
        await open(accountId),
        tools,
      );
      return {
        source: { videoId: id, startSeconds: named.startSeconds },
        name,
        channel,
        isLive,
        chapters: [...chapters],
        ...(durationSeconds === undefined ? {} : { durationSeconds }),
        ...(isEmbeddable === undefined ? {} : { isEmbeddable }),
      };
    }),
  ],
};

export const youtubeAccounts = kind as unknown as AccountKind<'youtube'>;

type Page = ListedPage<'youtube'>;

/** @throws UpstreamError `missing` for a folder of another form */
async function listFolder(api: YoutubeApi, { folder, after, limit: wanted }: ListQuery): Promise<Page> {
  const limit = Math.min(wanted, mostResults);
  if (folder === '') {
    const { items, ...rest } = await api.popular(limit, after);
    return { entries: items.map(toListed), path: [], ...rest };
  }
  const [, form, name = '', below] =
    /^(playlist|channel|handle|user)\/([^/]{1,100})(\/playlists)?$/u.exec(folder) ?? [];
  if (form === 'playlist') {
    const page = await api.playlist(name, limit, after);
    return toPage(api, page, [{ folder, name: await api.playlistName(name) }]);
  }
  if (form === undefined) throw new UpstreamError('missing');
  const by = { channel: { id: name }, handle: { forHandle: name }, user: { forUsername: name } }[form]!;
  const channel = await api.channel(by);
  const top = { folder: `channel/${channel.id}`, name: channel.name };
  const playlists = { is: { folder: `${top.folder}/playlists` }, name: 'Playlists' };
  if (below !== undefined) {
    const { items, ...rest } = await api.playlistsOf(channel.id, limit, after);
    const entries = items.map(({ id, name: title }) => ({ name: title, is: { folder: `playlist/${id}` } }));
    return { entries, path: [top, { folder: playlists.is.folder, name: playlists.name }], ...rest };
  }
  const page = await toPage(api, await api.playlist(channel.uploads, limit, after), [top]);
  return after === undefined ? { ...page, entries: [playlists, ...page.entries] } : page;
}

/** Names and lengths of videos of which a page has the ids. */
async function toPage(api: YoutubeApi, { items, ...rest }: PageOf<string>, path: Page['path'] = []): Promise<Page> {
  return { entries: (await api.videos(items)).map(toListed), path, ...rest };
}

function toListed({ id, name, durationSeconds, publishedAt }: Video): Listed<'youtube'> {
  return {
    name,
    is: { source: create(YoutubeSourceSchema, { videoId: id }), format: MediaFormat.EMBED },
    thumbnail: id,
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(publishedAt === undefined ? {} : { modifiedAt: publishedAt }),
  };
}

/** The picture that the site shows for a video in lists; undefined for a text that names none. */
export function pictureOf(videoId: string): Upstream | undefined {
  return /^[A-Za-z0-9_-]{11}$/.test(videoId) ? { url: `https://i.ytimg.com/vi/${videoId}/mqdefault.jpg` } : undefined;
}
