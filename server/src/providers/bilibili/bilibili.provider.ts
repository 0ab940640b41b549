import type { BilibiliLoginRequestSchema } from '@matinee/contract/gen/service/provider/bilibili_pb.ts';
import { BilibiliQrState } from '@matinee/contract/gen/service/provider/bilibili_pb.ts';
import { BilibiliProviderService } from '@matinee/contract/gen/service/provider/bilibili_service_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { ownMethod } from '../own-method.ts';
import type { AccountKind, MediaProvider, ProviderTools, SignedIn } from '../provider.ts';
import { askUser, pictureAt, pollQr, startQr, toCredentials } from './bilibili.client.ts';
import { readFolderLink, readLink, readShortLink } from './bilibili.links.ts';
import { bilibiliComments } from './bilibili.live.ts';
import { listFolder, searchVideos } from './bilibili-folders.ts';
import { askEpisode, askLiveName, askVideo, itemName, resolveFilm, resolveLive } from './bilibili-items.ts';

async function signedInAs(session: string, tools: ProviderTools): Promise<SignedIn> {
  const user = await askUser(session, tools);
  return { host: 'bilibili.com', name: user.name, credentials: toCredentials(session, user) };
}

const { method } = BilibiliProviderService;
const states = {
  waiting: BilibiliQrState.WAITING,
  scanned: BilibiliQrState.SCANNED,
  expired: BilibiliQrState.EXPIRED,
} as const;

const accounts: AccountKind<'bilibili', typeof BilibiliLoginRequestSchema> = {
  service: BilibiliProviderService,
  accountOf: ({ accountId, isShared }) => (accountId === '' ? undefined : { accountId, isShared }),
  checkLogin: () => [],
  signIn: ({ session }, tools) => signedInAs(session, tools),
  async verify({ credentials }, tools) {
    await askUser(credentials['token'] ?? '', tools);
  },
  list: listFolder,
  search: searchVideos,
  thumbnails: { noun: 'thumbnail', of: (_, name) => pictureAt(name) },
  own: [
    ownMethod(method.startQrLogin, async (_, { tools, seal }) => {
      const { url, key } = await startQr(tools);
      return { qrUrl: url, flow: seal(key) };
    }),
    ownMethod(method.pollQrLogin, async ({ flow }, { tools, keep, unseal }) => {
      const state = await pollQr(unseal(flow), tools);
      if (typeof state === 'string') return { state: states[state] };
      const { account } = await keep(await signedInAs(state.session, tools));
      return { state: BilibiliQrState.DONE, accountId: account!.id! };
    }),
  ],
};

/**
 * Videos, series and live streams on Bilibili. Its servers require the site as referrer, so this server always proxies
 * them.
 */
export const bilibili: MediaProvider<'bilibili'> = {
  name: 'bilibili',
  sourceCase: 'bilibili',
  recognize: readLink,
  recognizeFolder: readFolderLink,
  shortLink: readShortLink,
  check: () => [],
  nameOf: itemName,
  async describe({ item }, tools) {
    if (item.case === 'liveRoomId') return { name: await askLiveName(item.value, tools) };
    const film =
      item.case === 'video'
        ? await askVideo(item.value, undefined, tools)
        : await askEpisode(item.value ?? '', undefined, tools);
    const { name, durationSeconds } = film;
    return durationSeconds === undefined ? { name } : { name, durationSeconds };
  },
  outline: ({ item }) => ({
    modes: [
      {
        name: 'original',
        medias: [{ name: '', format: item.case === 'liveRoomId' ? MediaFormat.HLS : MediaFormat.DASH }],
        subtitles: [],
      },
    ],
    needsCredentials: true,
  }),
  async resolve({ item }, { account, ...tools }) {
    const session = account?.credentials['token'];
    if (item.case === 'liveRoomId') return resolveLive(item.value, session, tools);
    const film =
      item.case === 'video'
        ? await askVideo(item.value, session, tools)
        : await askEpisode(item.value ?? '', session, tools);
    return resolveFilm(film, session, tools);
  },
  liveComments: bilibiliComments,
  accounts: accounts as unknown as AccountKind<'bilibili'>,
};
