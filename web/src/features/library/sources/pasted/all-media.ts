import type { Api } from '../../../../client/calls/api.ts';
import { type AddableMedia, mediaOf } from '../addable-media.ts';
import { questionOf } from '../browser/use-folder.ts';
import type { SourceAccount } from '../use-accounts.ts';

/** Most items that a playlist holds (contract, `library.playlist_full`). */
const maxItems = 1000;

/**
 * Everything in a folder that can be played, in its order, up to what one playlist holds. Folders in it are skipped.
 * @throws ApiError [WSO12]
 */
export async function allMedia(
  api: Api,
  { entry, account }: SourceAccount,
  folder: string,
  isShared: boolean,
): Promise<readonly AddableMedia[]> {
  const items: AddableMedia[] = [];
  let cursor = '';
  do {
    const { method, request } = questionOf(entry, { account_id: account.id, folder, password: '', cursor }, '');
    const page = await api.call(method, request);
    items.push(...page.entries.flatMap((one) => mediaOf(one, isShared) ?? []));
    cursor = page.next_cursor;
  } while (cursor !== '' && items.length < maxItems);
  return items.slice(0, maxItems);
}
