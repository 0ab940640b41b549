/** Folders and search results of File Station. */
import { create } from '@bufbuild/protobuf';
import { QnapSourceSchema } from '@matinee/contract/gen/service/provider/qnap_pb.ts';
import { foldersTo } from '../file-servers/beside-files.ts';
import { dateOfSeconds, type FileEntry, pageOf } from '../file-servers/file-pages.ts';
import { type Answered, numberOf, objectsOf, textOf } from '../json-answer.ts';
import type { ListedPage, ListQuery, OpenAccount, ProviderTools, SearchQuery } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { accountOf, callAs, sessionOf, sharesOf } from './qnap.client.ts';

/** Entries per request, and most entries read from a folder. */
const [partSize, maxEntries] = [1_000, 20_000];

const sourceIn =
  ({ id: accountId }: OpenAccount) =>
  (path: string) =>
    create(QnapSourceSchema, { accountId, path });

/** @throws ProviderError */
export async function listFolder(
  open: OpenAccount,
  query: ListQuery,
  tools: ProviderTools,
): Promise<ListedPage<'qnap'>> {
  const { folder } = query;
  const entries = folder === '' ? await topOf(open, tools) : await folderOf(open, folder, tools);
  return { ...pageOf<'qnap'>(entries, query, sourceIn(open)), path: foldersTo(folder) };
}

/** The shared folders of the account. */
function topOf(open: OpenAccount, tools: ProviderTools): Promise<FileEntry[]> {
  return tools.remember(`${open.id} shares`, async () => {
    const token = await sessionOf(open, tools);
    return (await sharesOf({ ...accountOf(open), token }, tools)).flatMap((one): FileEntry[] => {
      const [path, name] = [textOf(one['id']), textOf(one['text'])];
      if (path === undefined || name === undefined || !/^\/[^/]+$/.test(path)) return [];
      return [{ path, name, isFolder: true, sizeBytes: undefined, modifiedAt: undefined, previewId: undefined }];
    });
  });
}

/**
 * All entries of a folder, because the server sorts folders and files together. Cached, because all pages come from one
 * response. @throws ProviderError
 */
export function folderOf(open: OpenAccount, folder: string, tools: ProviderTools): Promise<FileEntry[]> {
  return tools.remember(`${open.id} ${folder}`, async () => {
    const values = { func: 'get_list', is_iso: '0', list_mode: 'all', path: folder, hidden_file: '0' };
    const answered = await readAll(open, values, tools);
    return answered.flatMap((one) => {
      const name = textOf(one['filename']);
      // A name with a slash would be a path.
      return name === undefined || name.includes('/') ? [] : [toEntry(`${folder}/${name}`, name, one)];
    });
  });
}

/**
 * Entries below a folder with `text` in their names. "Everywhere" means all shared folders: the server does not search
 * above them. @throws ProviderError
 */
export async function search(
  open: OpenAccount,
  { folder, text, ...query }: SearchQuery,
  tools: ProviderTools,
): Promise<ListedPage<'qnap'>> {
  const found = await tools.remember(`${open.id} search ${JSON.stringify([folder, text])}`, async () => {
    const folders = folder === '' ? (await topOf(open, tools)).map(({ path }) => path) : [folder];
    const parts: FileEntry[] = [];
    for (const source_path of folders) {
      const answered = await readAll(open, { func: 'search', source_path, keyword: text }, tools);
      parts.push(...answered.flatMap(toFound));
    }
    return parts;
  });
  return pageOf<'qnap'>(found, query, sourceIn(open));
}

/** Search results have the whole path instead of the name. */
function toFound(one: Answered): FileEntry[] {
  const path = textOf(one['filename']);
  const name = path?.split('/').at(-1);
  return path?.startsWith('/') && name ? [toEntry(path, name, one)] : [];
}

async function readAll(open: OpenAccount, values: Readonly<Record<string, string>>, tools: ProviderTools) {
  const all: Answered[] = [];
  for (;;) {
    const part = { ...values, sort: 'filename', dir: 'ASC', start: String(all.length), limit: String(partSize) };
    const answer = await callAs(open, part, tools);
    if (Array.isArray(answer) || !Array.isArray(answer['datas'])) throw new ProviderError('bad_answer');
    const entries = objectsOf(answer['datas']);
    all.push(...entries);
    if (entries.length < partSize) return all;
    if (all.length >= maxEntries) throw new ProviderError('bad_answer');
  }
}

function toEntry(path: string, name: string, one: Answered): FileEntry {
  const isFolder = one['isfolder'] === 1;
  // Sizes are texts here.
  const size = textOf(one['filesize']) ?? '';
  return {
    path,
    name,
    isFolder,
    sizeBytes: /^\d{1,15}$/.test(size) && !isFolder ? Number(size) : undefined,
    modifiedAt: dateOfSeconds(numberOf(one['epochmt'])),
    previewId: isFolder ? undefined : path,
  };
}
