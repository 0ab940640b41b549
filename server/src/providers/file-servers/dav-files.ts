/** Shared by providers of files on WebDAV servers: pages of folders, and the files beside a film. */

import type { ListedPage, ListQuery, OpenAccount, ProviderTools, SourceCase, SourceOf } from '../provider.ts';
import { foldersTo } from './beside-files.ts';
import { addressOf, type DavEntry, headersOf, listFolder } from './dav-client.ts';
import { filmAmong, pageOf, siblingsOf } from './file-pages.ts';

/** Cached for a while, because all pages of a folder come from one response. @throws ProviderError */
export function folderOf(account: OpenAccount, folder: string, tools: ProviderTools): Promise<DavEntry[]> {
  return tools.remember(`${account.id} ${folder}`, () => listFolder(account.credentials, folder, tools));
}

/** One page of a folder. @throws ProviderError */
export async function listPage<C extends SourceCase>(
  account: OpenAccount,
  query: ListQuery,
  sourceOf: (path: string) => SourceOf<C>,
  tools: ProviderTools,
): Promise<ListedPage<C>> {
  const folder = query.folder || '/';
  return { ...pageOf(await folderOf(account, folder, tools), query, sourceOf), path: foldersTo(folder) };
}

/** A film with its subtitles from the same folder, and its entry there. @throws ProviderError */
export async function resolveFile(account: OpenAccount, path: string, tools: ProviderTools) {
  const { credentials } = account;
  const siblings = await siblingsOf(path, (folder) => folderOf(account, folder, tools));
  return filmAmong(path, siblings, (of) => ({ url: addressOf(credentials, of), headers: headersOf(credentials) }));
}
