/** Shared by providers whose servers return whole folders: pages of them, and the files beside a film. */

import { formatOfPath } from '../media-address.ts';
import type { Listed, ListedPage, ListQuery, SourceCase, SourceOf } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { Resolved, UpstreamAddress } from '../resolved.ts';
import { isPlayable, subtitleOf } from './beside-files.ts';

/** A file or folder. */
export interface FileEntry {
  /** The path of the folder or the source: `/films/one.mp4`. */
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly sizeBytes: number | undefined;
  readonly modifiedAt: Date | undefined;
  /** The id for `thumbnails.of`; undefined: no picture. */
  readonly previewId: string | undefined;
}

/** The requested part of `all`: folders first, then playable files, in natural order of their names. */
export function pageOf<C extends SourceCase>(
  all: readonly FileEntry[],
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

/** An entry in the form for listings. */
export function toListed<C extends SourceCase>(
  { name, path, isFolder, sizeBytes, modifiedAt, previewId }: FileEntry,
  sourceOf: (path: string) => SourceOf<C>,
): Listed<C> {
  return {
    name,
    is: isFolder ? { folder: path } : { source: sourceOf(path), format: formatOfPath(name) },
    ...(sizeBytes === undefined ? {} : { sizeBytes }),
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
    ...(previewId === undefined || isFolder ? {} : { thumbnail: previewId }),
  };
}

/** The date of seconds since 1970; undefined: not a valid date. */
export function dateOfSeconds(seconds: number | undefined): Date | undefined {
  const date = new Date((seconds ?? Number.NaN) * 1_000);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/**
 * A film with its subtitles from the same folder. `siblings`: the entries of the folder; undefined: the account may not
 * read the folder, but perhaps the film. @throws ProviderError `missing` when the folder does not have the film.
 */
export async function filmAmong(
  path: string,
  siblings: readonly FileEntry[] | undefined,
  upstreamOf: (path: string) => UpstreamAddress | Promise<UpstreamAddress>,
): Promise<{ readonly resolved: Resolved; readonly entry: FileEntry | undefined }> {
  const entry = siblings?.find((one) => one.path === path && !one.isFolder);
  if (siblings && !entry) throw new ProviderError('missing');
  const media = { name: '', format: formatOfPath(path), upstream: await upstreamOf(path) };
  const filmName = path.slice(path.lastIndexOf('/') + 1);
  const subtitles = (siblings ?? []).flatMap((one) => {
    const subtitle = one.isFolder ? undefined : subtitleOf(filmName, one.name);
    return subtitle ? [{ subtitle, path: one.path }] : [];
  });
  const resolved: Resolved = {
    modes: [
      {
        name: 'original',
        medias: [media],
        subtitles: await Promise.all(
          subtitles.map(async (one) => ({ ...one.subtitle, upstream: await upstreamOf(one.path) })),
        ),
      },
    ],
    needsCredentials: true,
  };
  return { resolved, entry };
}

/** The entries beside a file; undefined: the account may read the file but not its folder. @throws ProviderError */
export async function siblingsOf<E extends FileEntry>(
  path: string,
  list: (folder: string) => Promise<readonly E[]>,
): Promise<readonly E[] | undefined> {
  try {
    return await list(path.slice(0, path.lastIndexOf('/')) || '/');
  } catch (cause) {
    if (cause instanceof ProviderError && cause.failure === 'forbidden') return undefined;
    throw cause;
  }
}
