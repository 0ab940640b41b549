import { create } from '@bufbuild/protobuf';
import {
  type SeafileLoginRequestSchema,
  type SeafileSource,
  SeafileSourceSchema,
} from '@matinee/contract/gen/service/provider/seafile_pb.ts';
import { SeafileProviderService } from '@matinee/contract/gen/service/provider/seafile_service_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import { isFilePath, isPlayable } from '../file-servers/beside-files.ts';
import { outlineOfPath } from '../file-servers/file-at-path.ts';
import { filmAmong, siblingsOf } from '../file-servers/file-pages.ts';
import { serverAt, withoutEndSlashes } from '../file-servers/server-address.ts';
import { checkAddress, decodeOr, formatOfPath, nameOfFile } from '../media-address.ts';
import type { AccountKind, AccountSummary, MediaProvider, ResolveContext } from '../provider.ts';
import type { Resolved } from '../resolved.ts';
import { accountOf, checkAccount, headersOf, linkOf, openShared, signIn, unlock } from './seafile.client.ts';
import { entriesOf, librariesOf, listFolder, pictureOf, placeOf, search } from './seafile-files.ts';

const reasons = defineReasons('seafile', {
  path: 'is not the path of a file in a library',
  link: 'is not a shared link to a file on a Seafile server',
});

/** How long addresses of files are valid, in milliseconds: "more than once in one hour". */
const linkMs = 60 * 60_000;

const accounts: AccountKind<'seafile', typeof SeafileLoginRequestSchema> = {
  service: SeafileProviderService,
  accountOf: ({ accountId, isShared, link }) => (link === '' ? { accountId, isShared } : undefined),
  checkLogin: ({ url }) => checkAddress(url, 'url'),
  async signIn({ url: given, username, password, otpCode }, tools) {
    const { url, host } = serverAt(given);
    const credentials = await signIn({ url, username, password, otpCode }, tools);
    return { host, name: username, credentials };
  },
  verify: checkAccount,
  list: listFolder,
  search,
  recognize,
  thumbnails: {
    noun: 'thumbnail',
    of(account, item) {
      if (!isFilePath(`/${item}`)) return undefined;
      return { url: `${accountOf(account).url}${pictureOf(item)}`, headers: headersOf(account) };
    },
  },
};

/** Addresses of the web client's pages contain the library and the path: `/lib/LIBRARY/file/films/one.mp4`. */
function recognize(text: string, { id: accountId, host }: AccountSummary): SeafileSource | undefined {
  if (checkAddress(text.trim(), '').length > 0) return undefined;
  const link = new URL(text.trim());
  const start = `${host}/lib/`;
  const at = `${link.host}${link.pathname}`;
  const [libraryId = '', kind, ...names] = at.startsWith(start) ? at.slice(start.length).split('/') : [];
  const path = decodeOr(`/${names.join('/')}`);
  if (kind !== 'file' || !/^[0-9a-f-]{36}$/.test(libraryId) || !isFilePath(path) || !isPlayable(path)) return undefined;
  return create(SeafileSourceSchema, { accountId, libraryId, path });
}

/** Tokens of shared links have 20 hexadecimal digits, and had 10 before version 6. */
function isSharedLink(link: string): boolean {
  if (checkAddress(link, '').length > 0) return false;
  const { pathname, searchParams } = new URL(link);
  if (/\/f\/(?:[0-9a-f]{10}){1,2}\/?$/.test(pathname)) return true;
  return /\/d\/(?:[0-9a-f]{10}){1,2}\/files\/?$/.test(pathname) && isPlayable(searchParams.get('p') ?? '');
}

/** Files on Seafile. This server always proxies them, because their addresses alone grant access. */
export const seafile: MediaProvider<'seafile'> = {
  name: 'seafile',
  sourceCase: 'seafile',
  // `accounts.recognize` reads links to an account's files; shared links need no account.
  recognize: (text) =>
    isSharedLink(text.trim()) ? create(SeafileSourceSchema, { link: withoutExtras(text.trim()) }) : undefined,
  check({ accountId, libraryId, path, link }, field) {
    if (link !== '')
      return isSharedLink(link) && `${accountId}${libraryId}${path}` === ''
        ? []
        : [{ field: `${field}.link`, ...reasons.link() }];
    return accountId !== '' && libraryId !== '' && isFilePath(path)
      ? []
      : [{ field: `${field}.path`, ...reasons.path() }];
  },
  nameOf: (source) => nameOfFile(pathOf(source).split('/').at(-1)!) || new URL(source.link).host,
  async describe(source, tools) {
    return { name: source.link === '' ? seafile.nameOf(source) : nameOfAddress(await openShared(source.link, tools)) };
  },
  hide: (source) => ({ shown: { ...source, password: '' }, secrets: { password: source.password } }),
  outline: (source) => outlineOfPath(pathOf(source)),
  resolve: (source, context) => (source.link === '' ? resolveFile(source, context) : resolveShared(source, context)),
  accounts: accounts as unknown as AccountKind<'seafile'>,
};

/** The shared file alone, without parameters for its page. */
function withoutExtras(link: string): string {
  const url = new URL(link);
  const path = url.searchParams.get('p');
  const base = `${url.origin}${withoutEndSlashes(url.pathname)}/`;
  return path === null ? base : `${base}?${new URLSearchParams({ p: path })}`;
}

/** The path of a file, as far as its source has it; empty for a link to a single file. */
function pathOf({ path, link }: SeafileSource): string {
  return path || (new URL(link).searchParams.get('p') ?? '');
}

function nameOfAddress(address: string): string {
  return nameOfFile(decodeOr(new URL(address).pathname.split('/').at(-1)!));
}

async function resolveShared({ link }: SeafileSource, context: ResolveContext): Promise<Resolved> {
  const url = await openShared(link, context);
  const media = { name: '', format: formatOfPath(new URL(url).pathname), upstream: { url } };
  return {
    modes: [{ name: 'original', medias: [media], subtitles: [] }],
    needsCredentials: true,
    expiresAtMs: Math.floor(context.clock.nowMs()) + linkMs,
  };
}

async function resolveFile({ libraryId, path }: SeafileSource, context: ResolveContext): Promise<Resolved> {
  const { account, secrets, ...tools } = context;
  const open = account!;
  const password = secrets['password'] ?? '';
  if (password !== '') await unlock(open, libraryId, password, tools);
  const library = (await librariesOf(open, tools)).find(({ id }) => id === libraryId);
  const isEncrypted = library?.isEncrypted ?? false;
  const siblings = await siblingsOf(`${libraryId}${path}`, (folder) =>
    entriesOf(open, { id: libraryId, isEncrypted }, placeOf(folder).path, tools),
  );
  const { resolved, entry } = await filmAmong(`${libraryId}${path}`, siblings, async (of) => ({
    url: await linkOf(open, libraryId, placeOf(of).path, tools),
  }));
  const { url } = accountOf(open);
  return {
    ...resolved,
    ...(entry?.previewId === undefined
      ? {}
      : { thumbnail: { url: `${url}${pictureOf(entry.previewId)}`, headers: headersOf(open) } }),
    expiresAtMs: Math.floor(context.clock.nowMs()) + linkMs,
  };
}
