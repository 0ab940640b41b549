import { createHash } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import {
  type EmbyLoginRequestSchema,
  type EmbySource,
  EmbySourceSchema,
} from '@matinee/contract/gen/service/provider/emby_pb.ts';
import { EmbyProviderService } from '@matinee/contract/gen/service/provider/emby_service_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { isUrl } from '../../kernel/http/urls.ts';
import { serverAt } from '../file-servers/server-address.ts';
import { checkAddress } from '../media-address.ts';
import type { AccountKind, AccountSummary, MediaProvider, ResolveContext, Secrets } from '../provider.ts';
import type { ViewerReport } from '../watching.ts';
import { accountOf, authenticate, findUser, identify, post } from './emby.client.ts';
import { checkAccount, listFolder, search, ticksOf } from './emby-items.ts';
import { readSession, resolve, thumbnailOf } from './emby-playback.ts';

const accounts: AccountKind<'emby', typeof EmbyLoginRequestSchema> = {
  service: EmbyProviderService,
  accountOf: ({ accountId, isShared }) => ({ accountId, isShared }),
  checkLogin: ({ url }) => checkAddress(url, 'url'),
  async signIn({ url: given, username, password, apiKey }, tools) {
    const { origin, pathname } = new URL(given);
    // Users know the address of the web client.
    const { url, host } = serverAt(`${origin}${pathname.replace(/\/web(?:\/(?:index\.html)?)?$/, '')}`);
    // Both servers end a device's earlier sign-in, so each account is a device of its own.
    const deviceId = createHash('sha256')
      .update(JSON.stringify([tools.deviceId, url, username]))
      .digest('hex')
      .slice(0, 32);
    const server = await identify(url, deviceId, tools);
    const { account, name } =
      apiKey === ''
        ? await authenticate(server, { username, password }, tools)
        : await findUser(server, { username, apiKey }, tools);
    return { host, name, credentials: { ...account } satisfies Secrets };
  },
  async signOut({ credentials }, tools) {
    const account = accountOf(credentials);
    if (account.tokenKind === 'session') await post(account, '/Sessions/Logout', {}, tools);
  },
  verify: checkAccount,
  list: listFolder,
  search,
  recognize,
  thumbnails: {
    noun: 'thumbnail',
    of: ({ credentials }, item) =>
      /^[0-9A-Za-z-]{1,64}$/.test(item) ? thumbnailOf(accountOf(credentials), item) : undefined,
  },
};

/** Pages of the web clients: `/web/#/details?id=…` of Jellyfin, `/web/index.html#!/item?id=…` of Emby. */
function recognize(text: string, { id: accountId, host }: AccountSummary): EmbySource | undefined {
  const link = text.trim();
  if (!isUrl(link)) return undefined;
  const url = new URL(link);
  if (!`${url.host}${url.pathname}`.startsWith(`${host}/web/`)) return undefined;
  const [, query] = /^#!?\/(?:details|item|video)(?:\.html)?\?(.*)$/.exec(url.hash) ?? [];
  const itemId = new URLSearchParams(query).get('id') ?? '';
  return /^[0-9A-Za-z-]{1,64}$/.test(itemId) ? create(EmbySourceSchema, { accountId, itemId }) : undefined;
}

/** Reports the playback to the server, so that the account can continue elsewhere (`Sessions/Playing`). */
async function sendReport({ itemId }: EmbySource, report: ViewerReport, { account: open, ...tools }: ResolveContext) {
  const { kind, sessionId, upstreamSession, positionSeconds, isPaused } = report;
  const { session, method } = readSession(upstreamSession ?? sessionId);
  const path = {
    start: '/Sessions/Playing',
    progress: '/Sessions/Playing/Progress',
    stop: '/Sessions/Playing/Stopped',
  }[kind];
  const message = {
    ItemId: itemId,
    PlaySessionId: session,
    PositionTicks: ticksOf(positionSeconds),
    IsPaused: isPaused,
    CanSeek: true,
    PlayMethod: method,
    ...(kind === 'progress' ? { EventName: 'timeupdate' } : {}),
  };
  await post(accountOf(open!.credentials), path, message, tools);
}

/** Films, series and music on Jellyfin and Emby. They need the account, so this server always proxies them. */
export const emby: MediaProvider<'emby'> = {
  name: 'emby',
  sourceCase: 'emby',
  nouns: { [MediaFormat.FILE]: 'media-streams' },
  // A link does not identify its account; `accounts.recognize` does.
  recognize: () => undefined,
  check: () => [],
  nameOf: ({ itemId }) => itemId,
  outline: () => ({
    modes: [{ name: 'original', medias: [{ name: '', format: MediaFormat.FILE }], subtitles: [] }],
    needsCredentials: true,
  }),
  asksForPlayer: true,
  resolve,
  coverOf: ({ itemId }, { account }) => thumbnailOf(accountOf(account!.credentials), itemId),
  reports: { areWanted: ({ reportsProgress }) => reportsProgress, send: sendReport },
  accounts: accounts as unknown as AccountKind<'emby'>,
};
