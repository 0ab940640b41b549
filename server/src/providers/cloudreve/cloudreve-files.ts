/** Folders and search results of Cloudreve, and the files beside a film. */
import { create } from '@bufbuild/protobuf';
import { CloudreveSourceSchema } from '@matinee/contract/gen/service/provider/cloudreve_pb.ts';
import { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import { isPlayable, subtitleOf } from '../file-servers/beside-files.ts';
import { type FileEntry, toListed } from '../file-servers/file-pages.ts';
import { type Answered, numberOf, objectOf, objectsOf, textOf } from '../json-answer.ts';
import { madeFolder } from '../made-folders.ts';
import type { ListedPage, ListQuery, OpenAccount, ProviderTools, SearchQuery } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { askAs } from './cloudreve.client.ts';

const myFiles = 'cloudreve://my';

/** The parts of the server's URI of a file or folder; undefined: not such a URI. */
export function readUri(uri: string): { readonly base: string; readonly names: readonly string[] } | undefined {
  const [, base, path = ''] = /^(cloudreve:\/\/(?:my|[\w-]{1,64}@share))((?:\/[^/?#]+)*)$/.exec(uri) ?? [];
  if (base === undefined) return undefined;
  try {
    const names = path.split('/').slice(1).map(decodeURIComponent);
    return names.some((name) => name === '.' || name === '..' || name.includes('/')) ? undefined : { base, names };
  } catch {
    return undefined;
  }
}

/** The name of a file; empty for the root of a share. */
export function fileNameOf(uri: string): string {
  return readUri(uri)?.names.at(-1) ?? '';
}

/** @throws ProviderError */
export async function listFolder(
  open: OpenAccount,
  { folder, after, limit }: ListQuery,
  tools: ProviderTools,
): Promise<ListedPage<'cloudreve'>> {
  const uri = folder || myFiles;
  const known = readUri(uri);
  if (known === undefined) throw new ProviderError('missing');
  const page = await listPage(open, { uri, after, limit }, tools);
  const path = known.names.map((name, i) => ({
    name,
    folder: `${known.base}/${known.names
      .slice(0, i + 1)
      .map(encodeURIComponent)
      .join('/')}`,
  }));
  return { ...page, path: known.base === myFiles ? path : [madeFolder(known.base, FolderKind.SHARED), ...path] };
}

/** Entries below a folder with `text` in their names, ignoring case. @throws ProviderError */
export async function search(
  open: OpenAccount,
  { folder, text, after, limit }: SearchQuery,
  tools: ProviderTools,
): Promise<ListedPage<'cloudreve'>> {
  const uri = folder || myFiles;
  if (readUri(uri) === undefined) throw new ProviderError('missing');
  const query = new URLSearchParams({ name: text, case_folding: '' });
  return { ...(await listPage(open, { uri: `${uri}?${query}`, after, limit }, tools)), path: [] };
}

interface PageQuery {
  readonly uri: string;
  readonly after: string | undefined;
  readonly limit: number;
}

async function listPage(open: OpenAccount, { uri, after, limit }: PageQuery, tools: ProviderTools) {
  const { page, size, token } = placeOf(after, limit);
  const answer = await ask(
    open,
    { uri, page, page_size: size, next_page_token: token === '' ? undefined : token },
    tools,
  );
  const entries = objectsOf(answer['files'])
    .flatMap(toEntry)
    .filter(({ isFolder, name }) => isFolder || isPlayable(name))
    .map((entry) => ({
      ...toListed<'cloudreve'>(entry, (of) => create(CloudreveSourceSchema, { accountId: open.id, uri: of })),
      ...(entry.durationSeconds === undefined ? {} : { durationSeconds: entry.durationSeconds }),
    }));
  return { entries, ...nextOf(objectOf(answer['pagination']), page, size) };
}

/**
 * Large folders and searches continue from a token, others from a page number. All pages have the size of the first
 * one.
 */
function placeOf(after: string | undefined, limit: number) {
  const [, page = '0', size = String(limit), token = ''] = /^(\d+):(\d+):(.*)$/s.exec(after ?? '') ?? [];
  return { page: Number(page), size: Number(size), token };
}

function nextOf(pagination: Answered | undefined, page: number, size: number): { readonly next?: string } {
  const token = textOf(pagination?.['next_token']);
  if (token !== undefined) return { next: `${page + 1}:${size}:${token}` };
  const isMore = pagination?.['is_cursor'] !== true && (page + 1) * size < (numberOf(pagination?.['total_items']) ?? 0);
  return isMore ? { next: `${page + 1}:${size}:` } : {};
}

type Query = Readonly<Record<string, string | number | undefined>>;

function ask(open: OpenAccount, query: Query, tools: ProviderTools) {
  const values = Object.entries({ ...query, order_by: 'name', order_direction: 'asc' });
  const text = new URLSearchParams(
    values.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return askAs(open, `file?${text}`, undefined, tools);
}

/** A file or folder of a response. */
function toEntry(one: Answered): (FileEntry & { readonly durationSeconds: number | undefined })[] {
  const [name, path] = [textOf(one['name']), textOf(one['path'])];
  if (name === undefined || path === undefined || readUri(path) === undefined) return [];
  const isFolder = one['type'] === 1;
  const metadata = objectOf(one['metadata']);
  const modifiedAt = new Date(textOf(one['updated_at']) ?? '');
  const seconds = Number(textOf(metadata?.['stream:duration']) ?? 'none');
  return [
    {
      path,
      name,
      isFolder,
      sizeBytes: isFolder ? undefined : numberOf(one['size']),
      modifiedAt: Number.isNaN(modifiedAt.getTime()) ? undefined : modifiedAt,
      previewId: isFolder || metadata?.['thumb:disabled'] !== undefined ? undefined : path,
      durationSeconds: seconds > 0 ? seconds : undefined,
    },
  ];
}

/** The only file of a share. @throws ProviderError `missing` when the share is a folder. */
export async function onlyFileOf(open: OpenAccount, share: string, tools: ProviderTools): Promise<string> {
  const answer = await ask(open, { uri: share, page: 0, page_size: 2 }, tools);
  const [file, ...more] = objectsOf(answer['files']).flatMap(toEntry);
  if (file === undefined || file.isFolder || more.length > 0) throw new ProviderError('missing');
  return file.path;
}

/** Subtitles in the folder of a film whose names begin with the film's. @throws ProviderError */
export async function subtitlesOf(open: OpenAccount, uri: string, tools: ProviderTools) {
  const name = fileNameOf(uri);
  const folder = uri.slice(0, uri.lastIndexOf('/'));
  const stem = name.replace(/\.[^./]+$/, '');
  const query = new URLSearchParams({ name: stem, type: 'file' });
  const answer = await ask(open, { uri: `${folder}?${query}`, page: 0, page_size: 100 }, tools);
  return objectsOf(answer['files'])
    .flatMap(toEntry)
    .flatMap((entry) => {
      const subtitle =
        entry.path.slice(0, entry.path.lastIndexOf('/')) === folder ? subtitleOf(name, entry.name) : undefined;
      return subtitle ? [{ ...subtitle, uri: entry.path }] : [];
    });
}
