import { create } from '@bufbuild/protobuf';
import {
  type AlistLoginRequestSchema,
  type AlistSource,
  AlistSourceSchema,
} from '@matinee/contract/gen/service/provider/alist_pb.ts';
import { AlistProviderService } from '@matinee/contract/gen/service/provider/alist_service_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import { fileBelow, isFilePath, isPlayable, pathBelow } from '../file-servers/beside-files.ts';
import { fileAtPath } from '../file-servers/file-at-path.ts';
import { serverAt } from '../file-servers/server-address.ts';
import { checkAddress } from '../media-address.ts';
import type { AccountKind, AccountSummary, MediaProvider, Secrets } from '../provider.ts';
import { type AlistAccount, askAs, hashOf, logIn, whoIs } from './alist.client.ts';
import { listFolder, search } from './alist-files.ts';
import { resolve, thumbnailOf } from './alist-playback.ts';

const reasons = defineReasons('alist', { path: 'is not the path of a file' });

const accounts: AccountKind<'alist', typeof AlistLoginRequestSchema> = {
  service: AlistProviderService,
  accountOf: ({ accountId, isShared }) => ({ accountId, isShared }),
  checkLogin: ({ url }) => checkAddress(url, 'url'),
  async signIn({ url: given, username, password, otpCode }, tools) {
    const { url, host } = serverAt(given);
    const passwordHash = username === '' ? '' : hashOf(password);
    const token = username === '' ? '' : await logIn({ url, username, passwordHash, otpCode }, tools);
    const { name, basePath } = await whoIs({ url, token }, tools);
    // With a second factor, the password alone does not sign in again.
    const again = otpCode === '' ? passwordHash : '';
    const account: AlistAccount = { url, username, passwordHash: again, token, basePath };
    return { host, name, credentials: { ...account } satisfies Secrets };
  },
  async verify(account, tools) {
    await askAs(account, '/api/me', undefined, tools);
  },
  list: listFolder,
  search,
  recognize,
  recognizeFolder,
  thumbnails: {
    noun: 'thumbnail',
    of: (account, item, tools) => (isFilePath(item) ? thumbnailOf(account, item, tools) : undefined),
  },
};

/** Addresses of the server's own web client contain the path of the file. */
function recognize(text: string, { id: accountId, host }: AccountSummary): AlistSource | undefined {
  const path = fileBelow(text, host);
  if (path === undefined || isOutside(path)) return undefined;
  return create(AlistSourceSchema, { accountId, path });
}

function recognizeFolder(text: string, { host }: AccountSummary): string | undefined {
  const path = pathBelow(text, host);
  return path === undefined || isPlayable(path) || isOutside(`${path}/`) ? undefined : path;
}

/** Paths of raw files, which play as plain addresses, and of pages that show no file. */
function isOutside(path: string): boolean {
  return /^\/(?:d|p|api|@manage|@s)\//.test(path);
}

/** Files on AList and OpenList. This server always proxies them, because their addresses alone grant access. */
export const alist: MediaProvider<'alist'> = {
  name: 'alist',
  sourceCase: 'alist',
  nouns: { [MediaFormat.FILE]: 'files', [MediaFormat.FLV]: 'files', [MediaFormat.HLS]: 'transcoded-hls-manifests' },
  // A link does not identify its account; `accounts.recognize` does.
  recognize: () => undefined,
  check: ({ path }, field) => (isFilePath(path) ? [] : [{ field: `${field}.path`, ...reasons.path() }]),
  hide: (source) => ({ shown: { ...source, password: '' }, secrets: { password: source.password } }),
  ...fileAtPath,
  resolve,
  coverOf: ({ path }, { account, secrets, ...tools }) =>
    secrets['password'] ? undefined : thumbnailOf(account!, path, tools),
  accounts: accounts as unknown as AccountKind<'alist'>,
};
