/** Folders of Seafile: libraries and their folders, starred entries, and search results. */
import { create } from '@bufbuild/protobuf';
import { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import { type SeafileSource, SeafileSourceSchema } from '@matinee/contract/gen/service/provider/seafile_pb.ts';
import { foldersTo } from '../file-servers/beside-files.ts';
import { dateOfSeconds, type FileEntry, pageOf } from '../file-servers/file-pages.ts';
import { type Answered, numberOf, objectsOf, readJson, readJsonList, textOf } from '../json-answer.ts';
import { listedFolder, madeFolder } from '../made-folders.ts';
import type { ListedPage, ListQuery, OpenAccount, ProviderTools, SearchQuery } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { askAs, unlock } from './seafile.client.ts';

/** Place of a file or folder. Its name in listings joins both parts: `LIBRARY/films/one.mp4`. */
export interface Place {
  readonly libraryId: string;
  /** `/` for the library itself. */
  readonly path: string;
}

/** A list that is not a folder on the server. */
const starred = 'starred';
const starredFolder = madeFolder(starred, FolderKind.STARRED);

/** Width and height of pictures in listings, in pixels. */
const pictureSize = 256;

export function sourceIn(accountId: string, password = '') {
  return (folder: string): SeafileSource => create(SeafileSourceSchema, { accountId, password, ...placeOf(folder) });
}

/** @throws ProviderError `missing` for a name from no listing. */
export function placeOf(folder: string): Place {
  const [, libraryId, path] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/.*)?$/.exec(folder) ?? [];
  if (libraryId === undefined) throw new ProviderError('missing');
  return { libraryId, path: path ?? '/' };
}

/** @throws ProviderError */
export async function listFolder(
  open: OpenAccount,
  query: ListQuery,
  tools: ProviderTools,
): Promise<ListedPage<'seafile'>> {
  const { folder, password = '' } = query;
  if (folder === '') return listTop(open, query, tools);
  if (folder === starred)
    return { ...pageOf(await starredOf(open, tools), query, sourceIn(open.id)), path: [starredFolder] };
  const { libraryId, path } = placeOf(folder);
  const library = (await librariesOf(open, tools)).find((one) => one.id === libraryId);
  if (library === undefined) throw new ProviderError('missing');
  if (password !== '' && library.isEncrypted) await unlock(open, libraryId, password, tools);
  const entries = await entriesOf(open, library, path, tools);
  const below = foldersTo(path).map((one) => ({ ...one, folder: `${libraryId}${one.folder}` }));
  return {
    ...pageOf(entries, query, sourceIn(open.id, library.isEncrypted ? password : '')),
    path: [{ folder: libraryId, name: library.name }, ...below],
  };
}

/** Starred entries, then the libraries. */
async function listTop(open: OpenAccount, query: ListQuery, tools: ProviderTools): Promise<ListedPage<'seafile'>> {
  const libraries = (await librariesOf(open, tools)).map(
    ({ id, name, modifiedAt }): FileEntry => ({ ...folderEntry(id, name), modifiedAt }),
  );
  const isFirst = query.after === undefined;
  const page = pageOf<'seafile'>(libraries, { ...query, limit: query.limit - Number(isFirst) }, sourceIn(open.id));
  return isFirst ? { ...page, entries: [listedFolder(starredFolder), ...page.entries] } : page;
}

export interface Library {
  readonly id: string;
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly modifiedAt: Date | undefined;
}

/** Libraries of the account and libraries shared with it, without duplicates. @throws ProviderError */
export function librariesOf(open: OpenAccount, tools: ProviderTools): Promise<Library[]> {
  return tools.remember(`${open.id} libraries`, async () => {
    const answered = await readJsonList(await askAs(open, '/api2/repos/', {}, tools));
    const libraries = answered.flatMap((one): Library[] => {
      const [id, name] = [textOf(one['id']), textOf(one['name'])];
      if (id === undefined || name === undefined || !isPlace(id)) return [];
      const isEncrypted = one['encrypted'] === true || one['encrypted'] === 1;
      return [{ id, name, isEncrypted, modifiedAt: dateOfSeconds(numberOf(one['mtime'])) }];
    });
    return [...new Map(libraries.map((one) => [one.id, one])).values()];
  });
}

function isPlace(folder: string): boolean {
  try {
    return placeOf(folder).libraryId !== '';
  } catch {
    return false;
  }
}

/** The entries of a folder. The server has pictures only for libraries that are not encrypted. @throws ProviderError */
export function entriesOf(
  open: OpenAccount,
  { id, isEncrypted }: Pick<Library, 'id' | 'isEncrypted'>,
  path: string,
  tools: ProviderTools,
): Promise<FileEntry[]> {
  const work = async () => {
    const query = { p: path, with_thumbnail: 'true', thumbnail_size: String(pictureSize) };
    const objects = isEncrypted
      ? await readJsonList(await askAs(open, `/api2/repos/${id}/dir/`, { p: path }, tools))
      : objectsIn(await readJson(await askAs(open, `/api/v2.1/repos/${id}/dir/`, query, tools)), 'dirent_list');
    const start = `${id}${path === '/' ? '' : path}`;
    return objects.flatMap((one) => toEntry(start, one));
  };
  // Checks each time whether a library is locked: one user's password must not open it for others.
  return isEncrypted ? work() : tools.remember(`${open.id} ${id}${path}`, work);
}

function objectsIn(answer: Answered, name: string): Answered[] {
  if (!Array.isArray(answer[name])) throw new ProviderError('bad_answer');
  return objectsOf(answer[name]);
}

function toEntry(folder: string, one: Answered): FileEntry[] {
  const name = textOf(one['name']);
  // A name with a slash would be a path.
  if (name === undefined || name.includes('/')) return [];
  const path = `${folder}/${name}`;
  const modifiedAt = dateOfSeconds(numberOf(one['mtime']));
  if (one['type'] === 'dir') return [{ ...folderEntry(path, name), modifiedAt }];
  return [
    {
      path,
      name,
      isFolder: false,
      sizeBytes: numberOf(one['size']),
      modifiedAt,
      previewId: textOf(one['encoded_thumbnail_src']) === undefined ? undefined : path,
    },
  ];
}

function folderEntry(path: string, name: string): FileEntry {
  return { path, name, isFolder: true, sizeBytes: undefined, modifiedAt: undefined, previewId: undefined };
}

/** Starred files and folders of the account, in all libraries. */
function starredOf(open: OpenAccount, tools: ProviderTools): Promise<FileEntry[]> {
  return tools.remember(`${open.id} ${starred}`, async () => {
    const answer = await readJson(await askAs(open, '/api/v2.1/starred-items/', {}, tools));
    return objectsIn(answer, 'starred_item_list').flatMap((one): FileEntry[] => {
      const name = textOf(one['obj_name']);
      if (one['deleted'] === true) return [];
      return foundEntry(one, name, textOf(one['path']), one['is_dir'] === true);
    });
  });
}

/** An entry of a list over several libraries. */
function foundEntry(
  one: Answered,
  name: string | undefined,
  path: string | undefined,
  isFolder: boolean,
  libraryId = textOf(one['repo_id']),
): FileEntry[] {
  if (name === undefined || path === undefined || !isPlace(`${libraryId}${path}`)) return [];
  // Paths of folders have a trailing slash here.
  const place = `${libraryId}${path.endsWith('/') ? path.slice(0, -1) : path}`;
  const modifiedAt = typeof one['mtime'] === 'string' ? new Date(one['mtime']) : undefined;
  return [
    {
      ...folderEntry(place, name),
      isFolder,
      sizeBytes: isFolder ? undefined : numberOf(one['size']),
      modifiedAt: modifiedAt && !Number.isNaN(modifiedAt.getTime()) ? modifiedAt : undefined,
    },
  ];
}

/**
 * Every server finds files by name within a library. Only the professional edition searches across libraries; others
 * lack that method. @throws ProviderError
 */
export function search(open: OpenAccount, query: SearchQuery, tools: ProviderTools): Promise<ListedPage<'seafile'>> {
  return query.folder === '' || query.folder === starred
    ? searchEverywhere(open, query, tools)
    : searchLibrary(open, query, tools);
}

async function searchLibrary(open: OpenAccount, { folder, text, ...query }: SearchQuery, tools: ProviderTools) {
  const { libraryId, path } = placeOf(folder);
  const found = await tools.remember(`${open.id} search ${JSON.stringify([libraryId, text])}`, async () => {
    const asked = { repo_id: libraryId, q: text };
    const answer = await readJson(await askAs(open, '/api/v2.1/search-file/', asked, tools));
    return objectsIn(answer, 'data').flatMap((one) => {
      const at = textOf(one['path']);
      return foundEntry(one, at?.split('/').filter(Boolean).at(-1), at, one['type'] === 'folder', libraryId);
    });
  });
  const start = `${libraryId}${path === '/' ? '' : path}/`;
  const below = found.filter((one) => one.path.startsWith(start));
  return pageOf<'seafile'>(below, query, sourceIn(open.id));
}

async function searchEverywhere(
  open: OpenAccount,
  { text, after, limit }: SearchQuery,
  tools: ProviderTools,
): Promise<ListedPage<'seafile'>> {
  // A page of another size would not continue the first one; the server returns at most 100 entries.
  const [number = 1, size = Math.min(limit, 100)] = after?.split(':').map(Number) ?? [];
  const asked = { q: text, page: String(number), per_page: String(size), search_filename_only: 'true' };
  const answer = await readJson(await askAs(open, '/api2/search/', asked, tools));
  const found = objectsIn(answer, 'results').flatMap((one) =>
    foundEntry(one, textOf(one['name']), textOf(one['fullpath']), one['is_dir'] === true),
  );
  const { entries } = pageOf<'seafile'>(found, { after: undefined, limit: size }, sourceIn(open.id));
  return { entries, path: [], ...(answer['has_more'] === true ? { next: `${number + 1}:${size}` } : {}) };
}

/** The address of a file's picture. */
export function pictureOf(folder: string) {
  const { libraryId, path } = placeOf(folder);
  const query = new URLSearchParams({ p: path, size: String(pictureSize) });
  return `/api2/repos/${libraryId}/thumbnail/?${query}`;
}
