import type { Api } from '../../../client/calls/api.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { addressOf } from './address-of.ts';
import type { FileEntry } from './entry.ts';
import { endingOf, type Format, write } from './formats/formats.ts';

/** Most pages of a hundred items that are read for one file. */
const mostPages = 100;

/** The items of the room's playlists, in their order. @throws ApiError */
export async function readItems(api: Api, roomId: string): Promise<readonly FileEntry[]> {
  const items: FileEntry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages && (page === 0 || cursor); page++) {
    const paging = cursor === undefined ? {} : { cursor };
    const request = { room_id: roomId, page_size: 100, recursive: true, ...paging };
    const { media, next_cursor } = await api.call('RoomService.ListPlaylistItems', request);
    for (const { name, duration_seconds: seconds, source } of media)
      items.push({ name, seconds, source, address: addressOf(source) });
    cursor = next_cursor;
  }
  return items;
}

/** Saves items as a file of this device. @returns how many of them the format cannot hold. [WPF1] [WPF2] */
export function saveItems(format: Format, name: string, items: readonly FileEntry[]): number {
  saveFile(`${fileName(name)}.${endingOf[format]}`, write(format, name, items));
  return format === 'json' ? 0 : items.filter(({ address }) => address === undefined).length;
}

/** A name that every file system takes. */
function fileName(name: string): string {
  return (
    name
      .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
      .trim()
      .slice(0, 80) || 'playlist'
  );
}
