import type { WatchedEntry } from '@matinee/contract/gen/api.ts';
import type { Api } from '../../../client/calls/api.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { addressOf } from '../playlist-files/address-of.ts';
import { saveItems } from '../playlist-files/saving.ts';

/** Maximum number of pages of fifty entries that are read for one file: more than a server keeps by default. */
const mostPages = 200;

/**
 * The complete watch history of the person, newest first.
 * @throws ApiError
 */
export async function readWatched(api: Api): Promise<readonly WatchedEntry[]> {
  const all: WatchedEntry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages && (page === 0 || cursor); page++) {
    const paging = cursor === undefined ? {} : { cursor };
    const answer = await api.call('WatchedService.ListWatched', { page_size: 50, with_sources: true, ...paging });
    all.push(...answer.entries);
    cursor = answer.next_cursor;
  }
  return all;
}

/**
 * Saves entries as a file on this device.
 * @returns the number of entries that are not in it. [WOH3]
 */
export function saveWatched(format: 'm3u' | 'json', name: string, entries: readonly WatchedEntry[]): number {
  if (format === 'json') {
    saveFile(`${name}.json`, `${JSON.stringify({ watched: entries }, null, 2)}\n`);
    return 0;
  }
  return saveItems('m3u', name, inOrder(entries));
}

/** Each item once, in the order in which they were watched: a list to watch again. Pure. */
export function inOrder(entries: readonly WatchedEntry[]) {
  const items = new Map(entries.map((entry) => [entry.media_id, entry]));
  return [...items.values()]
    .reverse()
    .map(({ name, duration_seconds: seconds, source }) => ({ name, seconds, source, address: addressOf(source) }));
}
