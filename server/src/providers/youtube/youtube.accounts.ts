import { create } from '@bufbuild/protobuf';
import { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import {
  type BindYoutubeRequestSchema,
  YoutubeSourceSchema,
} from '@matinee/contract/gen/service/provider/youtube_pb.ts';
import { YoutubeProviderService } from '@matinee/contract/gen/service/provider/youtube_service_pb.ts';
import { pollDeviceFlow, startDeviceFlow } from '../device-flow.ts';
import { listedFolder, madeFolder } from '../made-folders.ts';
import { ownMethod } from '../own-method.ts';
import type { AccountKind, Listed, ListedFolder, ListedPage, ListQuery } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { UpstreamAddress } from '../resolved.ts';
import { mostResults, type PageOf, type Video, type YoutubeApi, youtubeApi } from './youtube.client.ts';
import { findVideo, openApi, revokeToken, youtubeSite } from './youtube.keys.ts';
import { readLink } from './youtube.links.ts';

const { bind, unbind, getBinds, list, search, resolve, startLoginFlow, pollLoginFlow } = YoutubeProviderService.method;

/** YouTube Data API keys and accounts, and the folders available to them. [YT4] [YT5] [YT8] */
const kind: AccountKind<'youtube', typeof BindYoutubeRequestSchema> = {
  service: { method: { getBinds, login: bind, logout: unbind, list, search } },
  // A video plays without an account.
  accountOf: () => undefined,
  isOptional: true,
  checkLogin: () => [],
  async signIn({ apiKey }, tools) {
    await youtubeApi({ key: apiKey }, tools).verify();
    // Enough for the owner to recognize the key, and useless to others.
    return { host: 'youtube.com', name: `…${apiKey.slice(-4)}`, credentials: { apiKey } };
  },
  async signOut({ credentials: { refreshToken } }, tools) {
    if (refreshToken !== undefined) await revokeToken(refreshToken, tools);
  },
  verify: async (account, tools) => void (await openApi(account, tools).verify()),
  hasOperatorAccount: ({ apiKey }) => apiKey !== undefined,
  list: async (account, query, tools) =>
    listFolder(openApi(account, tools), query, account.credentials['refreshToken'] !== undefined),
  async search(account, { text, limit, after }, tools) {
    const api = openApi(account, tools);
    return toPage(api, await api.search(text, Math.min(limit, mostResults), after));
  },
  thumbnails: {
    noun: 'thumbnail',
    of: (_, item) => pictureOf(item),
  },
  own: [
    ownMethod(startLoginFlow, async (_, { tools, seal }) => {
      const { page, userCode, deviceCode } = await startDeviceFlow(youtubeSite(tools), tools);
      return { loginUrl: page, userCode, flow: seal(deviceCode) };
    }),
    ownMethod(pollLoginFlow, async ({ flow }, { tools, keep, unseal }) => {
      const deviceCode = unseal(flow);
      const tokens = await pollDeviceFlow(youtubeSite(tools), deviceCode, tools);
      if (!tokens) return {};
      const account = { id: '', credentials: { ...tokens } };
      // Users without a channel have subscriptions as well.
      const { name, id } = (await openApi(account, tools).ownChannel()) ?? { name: 'YouTube', id: '' };
      const credentials = { ...tokens, channelId: id };
      return { accountId: (await keep({ host: 'youtube.com', name, credentials })).account!.id! };
    }),
    ownMethod(resolve, async ({ link, accountId }, { open, tools }) => {
      const named = readLink(link);
      if (!named || !('video' in named)) throw new ProviderError('missing');
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

const subscriptions = madeFolder('subscriptions', FolderKind.SUBSCRIPTIONS);
const ownFolders = [subscriptions, madeFolder('playlists', FolderKind.PLAYLISTS)];

/** @throws ProviderError `missing` for a folder of another form */
async function listFolder(
  api: YoutubeApi,
  { folder, after, limit: wanted }: ListQuery,
  isSignedIn: boolean,
): Promise<Page> {
  const limit = Math.min(wanted, mostResults);
  if (folder === '') {
    const { items, ...rest } = await api.popular(limit, after);
    const own = isSignedIn && after === undefined ? ownFolders.map(listedFolder) : [];
    return { entries: [...own, ...items.map(toListed)], path: [], ...rest };
  }
  const own = ownFolders.find((one) => one.folder === folder);
  if (own && isSignedIn) return listOwn(api, own, limit, after);
  const [, form, name = '', below] =
    /^(playlist|channel|handle|user)\/([^/]{1,100})(\/playlists)?$/u.exec(folder) ?? [];
  if (form === 'playlist') {
    const page = await api.playlist(name, limit, after);
    return toPage(api, page, [{ folder, name: await api.playlistName(name) }]);
  }
  if (form === undefined) throw new ProviderError('missing');
  const by = { channel: { id: name }, handle: { forHandle: name }, user: { forUsername: name } }[form]!;
  const channel = await api.channel(by);
  const top = { folder: `channel/${channel.id}`, name: channel.name };
  const playlists = madeFolder(`${top.folder}/playlists`, FolderKind.PLAYLISTS);
  if (below !== undefined) {
    const { items, ...rest } = await api.playlistsOf({ channelId: channel.id }, limit, after);
    return { entries: items.map(toPlace('playlist')), path: [top, playlists], ...rest };
  }
  const page = await toPage(api, await api.playlist(channel.uploads, limit, after), [top]);
  return after === undefined ? { ...page, entries: [listedFolder(playlists), ...page.entries] } : page;
}

/** Folders of an account. [YT8] */
async function listOwn(api: YoutubeApi, own: ListedFolder, limit: number, after: string | undefined): Promise<Page> {
  const [form, { items, ...rest }] =
    own === subscriptions
      ? (['channel', await api.subscriptions(limit, after)] as const)
      : (['playlist', await api.playlistsOf({ mine: 'true' }, limit, after)] as const);
  return { entries: items.map(toPlace(form)), path: [own], ...rest };
}

const toPlace =
  (form: 'channel' | 'playlist') =>
  ({ id, name }: { readonly id: string; readonly name: string }): Listed<'youtube'> => ({
    name,
    is: { folder: `${form}/${id}` },
  });

/** Adds names and lengths to a page of video ids. */
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

/** The site's picture of a video for lists; undefined: not a video id. */
export function pictureOf(videoId: string): UpstreamAddress | undefined {
  return /^[A-Za-z0-9_-]{11}$/.test(videoId) ? { url: `https://i.ytimg.com/vi/${videoId}/mqdefault.jpg` } : undefined;
}
