/** Folders and search results of AList and OpenList. */
import { create } from '@bufbuild/protobuf';
import { AlistSourceSchema } from '@matinee/contract/gen/service/provider/alist_pb.ts';
import { foldersTo, isPlayable } from '../file-servers/beside-files.ts';
import { type Answered, numberOf, objectsOf, textOf } from '../json-answer.ts';
import { formatOfPath } from '../media-address.ts';
import type { Listed, ListedPage, ListQuery, OpenAccount, ProviderTools, SearchQuery } from '../provider.ts';
import { accountOf, askAs } from './alist.client.ts';

/** The server's codes for file types. */
const [video, audio] = [2, 3];

/** @throws ProviderError */
export async function listFolder(
  open: OpenAccount,
  { folder, after, limit, password = '' }: ListQuery,
  tools: ProviderTools,
): Promise<ListedPage<'alist'>> {
  const path = folder || '/';
  const page = pageOf(after, limit);
  const message = { path, password, page: page.number, per_page: page.size, refresh: false };
  const answer = await askAs(open, '/api/fs/list', message, tools);
  const entries = objectsOf(answer['content']);
  return {
    entries: entries.flatMap((entry) => toListed(open.id, path, entry, password)),
    path: foldersTo(path),
    ...nextOf(page, entries.length, answer),
  };
}

/** @throws ProviderError also when the server's operator has disabled search. */
export async function search(
  open: OpenAccount,
  { folder, text, after, limit }: SearchQuery,
  tools: ProviderTools,
): Promise<ListedPage<'alist'>> {
  const page = pageOf(after, limit);
  const message = {
    parent: folder || '/',
    keywords: text,
    scope: 0,
    page: page.number,
    per_page: page.size,
    password: '',
  };
  const answer = await askAs(open, '/api/fs/search', message, tools);
  const found = objectsOf(answer['content']);
  const { basePath } = accountOf(open);
  return {
    entries: found.flatMap((entry) =>
      toListed(open.id, belowBase(textOf(entry['parent']) ?? '/', basePath), entry, ''),
    ),
    path: [],
    ...nextOf(page, found.length, answer),
  };
}

/** The index has whole paths; accounts see paths below their top folder. */
function belowBase(parent: string, basePath: string): string {
  if (basePath === '/' || !(parent === basePath || parent.startsWith(`${basePath}/`))) return parent;
  return parent.slice(basePath.length) || '/';
}

interface Page {
  readonly number: number;
  /** The page size of the first request: pages of another size would not continue it. */
  readonly size: number;
}

function pageOf(after: string | undefined, limit: number): Page {
  const [number = 1, size = limit] = after?.split(':').map(Number) ?? [];
  return { number, size };
}

function nextOf({ number, size }: Page, count: number, answer: Answered): { readonly next?: string } {
  const total = numberOf(answer['total']) ?? 0;
  return count > 0 && number * size < total ? { next: `${number + 1}:${size}` } : {};
}

function toListed(accountId: string, folder: string, entry: Answered, password: string): Listed<'alist'>[] {
  const name = textOf(entry['name']);
  // A name with a slash would be a path.
  if (name === undefined || name.includes('/')) return [];
  const path = `${folder === '/' ? '' : folder}/${name}`;
  const isFolder = entry['is_dir'] === true;
  if (!isFolder && !isPlayable(name) && entry['type'] !== video && entry['type'] !== audio) return [];
  const sizeBytes = numberOf(entry['size']);
  const modified = Date.parse(textOf(entry['modified']) ?? '');
  return [
    {
      name,
      is: isFolder
        ? { folder: path }
        : { source: create(AlistSourceSchema, { accountId, path, password }), format: formatOfPath(path) },
      ...(sizeBytes === undefined || isFolder ? {} : { sizeBytes }),
      ...(Number.isNaN(modified) ? {} : { modifiedAt: new Date(modified) }),
      // The server cannot be asked for pictures in a folder with its own password.
      ...(textOf(entry['thumb']) === undefined || password !== '' ? {} : { thumbnail: path }),
    },
  ];
}
