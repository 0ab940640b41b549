import { create } from '@bufbuild/protobuf';
import {
  type WebdavLoginRequestSchema,
  type WebdavSource,
  WebdavSourceSchema,
} from '@matinee/contract/gen/service/provider/webdav_pb.ts';
import { WebdavProviderService } from '@matinee/contract/gen/service/provider/webdav_service_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import { checkAddress, formatOfPath, nameOfFile } from '../media-address.ts';
import type {
  AccountKind,
  Listed,
  ListedPage,
  ListQuery,
  MediaProvider,
  OpenAccount,
  ProviderTools,
  ResolvedSubtitle,
} from '../provider.ts';
import { UpstreamError } from '../upstream-error.ts';
import { withoutEndSlashes } from './end-slashes.ts';
import { addressOf, checkFolder, type DavEntry, headersOf, listFolder } from './webdav.client.ts';

const reasons = defineReasons('webdav', { path: 'is not the path of a file' });

/** Files that players may play, by the ending of their names. */
const playable = /\.(mp4|m4v|webm|mkv|mov|avi|ts|m3u8?|mpd|flv|mp3|m4a|aac|flac|ogg|oga|ogv|opus|wav)$/i;

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
  verify: ({ credentials }, tools) => checkFolder(credentials, tools),
  list,
};

/** Files on a WebDAV server. They are always loaded through this server, which has the account. */
export const webdav: MediaProvider<'webdav'> = {
  name: 'webdav',
  sourceCase: 'webdav',
  // A link does not say which account opens it.
  recognize: () => undefined,
  check({ path }, field) {
    const parts = path.split('/').slice(1);
    const isFile = parts.every((part) => part !== '' && part !== '.' && part !== '..');
    return isFile ? [] : [{ field: `${field}.path`, ...reasons.path() }];
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

/** Files beside the film that are named like it: `film.srt`, `film.en.vtt`. */
function subtitlesOf(path: string, siblings: readonly DavEntry[]) {
  const stem = path.replace(/\.[^./]+$/, '');
  return siblings.flatMap((entry): (Omit<ResolvedSubtitle, 'upstream'> & { readonly entry: DavEntry })[] => {
    if (entry.isFolder || !entry.path.startsWith(`${stem}.`)) return [];
    const [, language = ''] = /^(?:([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.)?(?:vtt|srt)$/i.exec(
      entry.path.slice(stem.length + 1),
    ) ?? [undefined, undefined];
    return /\.(vtt|srt)$/i.test(entry.path) ? [{ name: language || entry.name, language, entry }] : [];
  });
}

async function list(account: OpenAccount, query: ListQuery, tools: ProviderTools): Promise<ListedPage<'webdav'>> {
  const folder = query.folder || '/';
  const order = new Intl.Collator('en', { numeric: true });
  const entries = (await folderOf(account, folder, tools))
    .filter(({ isFolder, name }) => isFolder || playable.test(name))
    .sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || order.compare(a.name, b.name));
  const start = Number(query.after ?? 0);
  const end = start + query.limit;
  return {
    entries: entries.slice(start, end).map((entry) => toListed(account.id, entry)),
    path: foldersTo(folder),
    ...(end < entries.length ? { next: String(end) } : {}),
  };
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

function foldersTo(folder: string): ListedPage['path'] {
  const names = folder.split('/').filter(Boolean);
  return names.map((name, i) => ({ name, folder: `/${names.slice(0, i + 1).join('/')}` }));
}
