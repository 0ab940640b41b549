import { create } from '@bufbuild/protobuf';
import {
  type WebdavLoginRequestSchema,
  type WebdavSource,
  WebdavSourceSchema,
} from '@matinee/contract/gen/service/provider/webdav_pb.ts';
import { WebdavProviderService } from '@matinee/contract/gen/service/provider/webdav_service_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import { foldersTo, isFilePath, isPlayable, subtitleOf } from '../beside-files.ts';
import { checkAddress, decodeOr, formatOfPath, nameOfFile } from '../media-address.ts';
import type {
  AccountKind,
  Listed,
  ListedPage,
  ListQuery,
  MediaProvider,
  OpenAccount,
  ProviderTools,
} from '../provider.ts';
import { UpstreamError } from '../upstream-error.ts';
import { withoutEndSlashes } from './end-slashes.ts';
import { addressOf, checkFolder, type DavEntry, headersOf, listFolder } from './webdav.client.ts';

const reasons = defineReasons('webdav', { path: 'is not the path of a file' });

const accounts: AccountKind<'webdav', typeof WebdavLoginRequestSchema> = {
  service: WebdavProviderService,
  accountOf: ({ accountId, isShared }) => ({ accountId, isShared }),
  async signIn({ url, username, password }, tools) {
    const { origin, host, pathname } = new URL(url);
    const folder = withoutEndSlashes(pathname);
    const credentials = { url: `${origin}${folder}`, username, password };
    await checkFolder(credentials, tools);
    return { host: `${host}${folder}`, name: username, credentials };
  },
  checkLogin: ({ url }) => checkAddress(url, 'url'),
  recognize: (text, { id, host }) => sourceOf(text, id, host),
  verify: ({ credentials }, tools) => checkFolder(credentials, tools),
  list,
};

/** Files on a WebDAV server. They are always loaded through this server, which has the account. */
export const webdav: MediaProvider<'webdav'> = {
  name: 'webdav',
  sourceCase: 'webdav',
  // Without an account, a link to a file is a plain address.
  recognize: () => undefined,
  check({ path }, field) {
    return isFilePath(path) ? [] : [{ field: `${field}.path`, ...reasons.path() }];
  },
  nameOf: ({ path }) => nameOfFile(path.split('/').at(-1)!) || path,
  outline: ({ path }) => ({
    modes: [{ name: 'original', medias: [{ name: '', format: formatOfPath(path) }], subtitles: [] }],
    needsCredentials: true,
  }),
  async resolve({ path }, { account, ...tools }) {
    const { credentials } = account!;
    const upstreamOf = (of: string) => ({ url: addressOf(credentials, of), headers: headersOf(credentials) });
    const siblings = await siblingsOf(account!, path, tools);
    if (siblings && !siblings.some((one) => one.path === path)) throw new UpstreamError('missing');
    const media = { name: '', format: formatOfPath(path), upstream: upstreamOf(path) };
    const subtitles = subtitlesOf(path, siblings ?? []).map(({ entry, ...subtitle }) => ({
      ...subtitle,
      upstream: upstreamOf(entry.path),
    }));
    return { modes: [{ name: 'original', medias: [media], subtitles }], needsCredentials: true };
  },
  accounts: accounts as unknown as AccountKind<'webdav'>,
};

/** What is beside a file; undefined where the account may read the file and not its folder. */
async function siblingsOf(account: OpenAccount, path: string, tools: ProviderTools): Promise<DavEntry[] | undefined> {
  const folder = path.slice(0, path.lastIndexOf('/')) || '/';
  try {
    return await folderOf(account, folder, tools);
  } catch (cause) {
    if (cause instanceof UpstreamError && cause.failure === 'forbidden') return undefined;
    throw cause;
  }
}

function folderOf(account: OpenAccount, folder: string, tools: ProviderTools): Promise<DavEntry[]> {
  return tools.remember(`${account.id} ${folder}`, () => listFolder(account.credentials, folder, tools));
}

/** Files beside the film that are named like it. */
function subtitlesOf(path: string, siblings: readonly DavEntry[]) {
  const filmName = path.slice(path.lastIndexOf('/') + 1);
  return siblings.flatMap((entry) => {
    const subtitle = entry.isFolder ? undefined : subtitleOf(filmName, entry.name);
    return subtitle ? [{ ...subtitle, entry }] : [];
  });
}

async function list(account: OpenAccount, query: ListQuery, tools: ProviderTools): Promise<ListedPage<'webdav'>> {
  const folder = query.folder || '/';
  const order = new Intl.Collator('en', { numeric: true });
  const entries = (await folderOf(account, folder, tools))
    .filter(({ isFolder, name }) => isFolder || isPlayable(name))
    .sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || order.compare(a.name, b.name));
  const start = Number(query.after ?? 0);
  const end = start + query.limit;
  return {
    entries: entries.slice(start, end).map((entry) => toListed(account.id, entry)),
    path: foldersTo(folder),
    ...(end < entries.length ? { next: String(end) } : {}),
  };
}

/** The file that a link names below the address of an account, which is a host and a folder; undefined: it names none. */
function sourceOf(text: string, accountId: string, home: string): WebdavSource | undefined {
  if (checkAddress(text.trim(), '').length > 0) return undefined;
  const { host, pathname } = new URL(text.trim());
  const path = `${host}${pathname}`.startsWith(`${home}/`) ? decodeOr(`${host}${pathname}`.slice(home.length)) : '';
  return isFilePath(path) && isPlayable(path) ? create(WebdavSourceSchema, { accountId, path }) : undefined;
}

function toListed(accountId: string, { name, path, isFolder, sizeBytes, modifiedAt }: DavEntry): Listed<'webdav'> {
  const source: WebdavSource = create(WebdavSourceSchema, { accountId, path });
  return {
    name,
    is: isFolder ? { folder: path } : { source, format: formatOfPath(path) },
    ...(sizeBytes === undefined ? {} : { sizeBytes }),
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
  };
}
