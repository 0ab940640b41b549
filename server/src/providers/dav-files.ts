/** What providers of files on WebDAV servers share: pages of folders, and the film among its neighbours. */
import { foldersTo, isPlayable, subtitleOf } from './beside-files.ts';
import { addressOf, type DavEntry, headersOf, listFolder } from './dav-client.ts';
import { formatOfPath } from './media-address.ts';
import type {
  Listed,
  ListedPage,
  ListQuery,
  OpenAccount,
  ProviderTools,
  Resolved,
  SourceCase,
  SourceOf,
} from './provider.ts';
import { UpstreamError } from './upstream-error.ts';

/** Remembered for a while: the pages of a folder are parts of one answer. @throws UpstreamError */
export function folderOf(account: OpenAccount, folder: string, tools: ProviderTools): Promise<DavEntry[]> {
  return tools.remember(`${account.id} ${folder}`, () => listFolder(account.credentials, folder, tools));
}

/** One page of a folder: folders first, then what plays, by name, numbers by their value. @throws UpstreamError */
export async function listPage<C extends SourceCase>(
  account: OpenAccount,
  query: ListQuery,
  sourceOf: (path: string) => SourceOf<C>,
  tools: ProviderTools,
): Promise<ListedPage<C>> {
  const folder = query.folder || '/';
  return { ...pageOf(await folderOf(account, folder, tools), query, sourceOf), path: foldersTo(folder) };
}

/** The part of `all` that is asked for. */
export function pageOf<C extends SourceCase>(
  all: readonly DavEntry[],
  { after, limit }: Pick<ListQuery, 'after' | 'limit'>,
  sourceOf: (path: string) => SourceOf<C>,
): ListedPage<C> {
  const order = new Intl.Collator('en', { numeric: true });
  const entries = all
    .filter(({ isFolder, name }) => isFolder || isPlayable(name))
    .sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || order.compare(a.name, b.name));
  const start = Number(after ?? 0);
  const end = start + limit;
  return {
    entries: entries.slice(start, end).map((entry) => toListed(entry, sourceOf)),
    path: [],
    ...(end < entries.length ? { next: String(end) } : {}),
  };
}

function toListed<C extends SourceCase>(
  { name, path, isFolder, sizeBytes, modifiedAt, previewId }: DavEntry,
  sourceOf: (path: string) => SourceOf<C>,
): Listed<C> {
  return {
    name,
    is: isFolder ? { folder: path } : { source: sourceOf(path), format: formatOfPath(path) },
    ...(sizeBytes === undefined ? {} : { sizeBytes }),
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
    ...(previewId === undefined || isFolder ? {} : { thumbnail: previewId }),
  };
}

/** A film with the subtitles beside it, and what its folder tells about it. @throws UpstreamError */
export async function resolveFile(
  account: OpenAccount,
  path: string,
  tools: ProviderTools,
): Promise<{ readonly resolved: Resolved; readonly entry: DavEntry | undefined }> {
  const { credentials } = account;
  const upstreamOf = (of: string) => ({ url: addressOf(credentials, of), headers: headersOf(credentials) });
  const siblings = await siblingsOf(account, path, tools);
  const entry = siblings?.find((one) => one.path === path);
  if (siblings && !entry) throw new UpstreamError('missing');
  const media = { name: '', format: formatOfPath(path), upstream: upstreamOf(path) };
  const filmName = path.slice(path.lastIndexOf('/') + 1);
  const subtitles = (siblings ?? []).flatMap((one) => {
    const subtitle = one.isFolder ? undefined : subtitleOf(filmName, one.name);
    return subtitle ? [{ ...subtitle, upstream: upstreamOf(one.path) }] : [];
  });
  return { resolved: { modes: [{ name: 'original', medias: [media], subtitles }], needsCredentials: true }, entry };
}

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
