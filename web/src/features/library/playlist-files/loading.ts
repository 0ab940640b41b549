import type { MediaSource } from '@matinee/contract/gen/api.ts';
import { decodeText } from '@matinee/subtitles/decode-text.ts';
import type { Api } from '../../../client/calls/api.ts';
import { addItems, recognizeLinks } from '../library/add-links.port.ts';
import type { AddableMedia } from '../sources/addable-media.ts';
import { maxEntries, type Problem, type ReadEntry } from './entry.ts';
import { read } from './formats/formats.ts';

/** Largest file that is read, in bytes. */
export const maxBytes = 2_000_000;

export interface LoadableItem extends AddableMedia {
  /** The playlist that it goes into; empty: the room's own. */
  readonly group: string;
}

/** The items that a file would add to the playlist. */
export interface Loadable {
  /** Items of one group are adjacent. */
  readonly items: readonly LoadableItem[];
  /** The skipped entries, by line. */
  readonly problems: readonly Problem[];
}

/** The text of a file of unknown encoding. [WPF5] */
export async function readText(file: Blob): Promise<string> {
  return decodeText(new Uint8Array(await file.arrayBuffer())).text;
}

/**
 * Reads a file and resolves its addresses on the server.
 * @throws SyntaxError, ApiError. [WPF3]
 */
export async function readPlaylistFile(api: Api, content: string): Promise<Loadable> {
  const { entries, problems } = read(content);
  const isNew = ({ source }: ReadEntry) => source === undefined;
  const links = await recognizeLinks(
    api,
    entries.filter(isNew).map(({ address }) => address!),
  );
  const unknown: Problem[] = [];
  let next = 0;
  const items = entries.flatMap(({ name, source, line, group = '', isChannel, channel }): LoadableItem[] => {
    if (source) return [{ name, source, group }];
    const found = links[next++]?.found;
    if (!found) {
      unknown.push({ line, reason: 'unknown' });
      return [];
    }
    const live = isChannel ? endlessOf(found.source) : found.source;
    return [{ name: name || found.name, source: channel ? { ...live, channel } : live, group }];
  });
  return {
    items: byGroup(items.slice(0, maxEntries)),
    problems: [...problems, ...unknown].sort((a, b) => a.line - b.line),
  };
}

/**
 * Formats that TV servers send as endless streams, although they would otherwise be files. Such servers also number
 * their channels.
 */
const endless = /(?:\.(?:ts|flv)|\/\d+)$/i;

function endlessOf(source: MediaSource): MediaSource {
  const url = source.direct_url?.url;
  return url !== undefined && endless.test(new URL(url).pathname) ? { live_proxy: { url } } : source;
}

/** Most groups that become playlists. */
const maxGroups = 50;

/** Items without a group first, then the groups in the order of their first item. */
function byGroup(items: readonly LoadableItem[]): readonly LoadableItem[] {
  const groups = new Map<string, LoadableItem[]>([['', []]]);
  for (const item of items) {
    const group = groups.has(item.group) || groups.size <= maxGroups ? item.group : '';
    const others = groups.get(group) ?? [];
    others.push({ ...item, group });
    groups.set(group, others);
  }
  return [...groups.values()].flat();
}

/** How many playlists of their own items go into. */
export function countGroups(items: readonly LoadableItem[]): number {
  return new Set(items.map(({ group }) => group).filter((group) => group !== '')).size;
}

/** Maximum number of items that one request adds. */
const atOnce = 100;

interface Adding {
  readonly roomId: string;
  readonly items: readonly LoadableItem[];
  /** By group: the playlists that were created for it. A second call continues with them. */
  readonly playlists: Map<string, string>;
  /** Called with the number of items added so far. */
  readonly onAdded: (count: number) => void;
}

/**
 * Adds items at the end of the room's playlist and of a playlist for each group, a hundred at a time.
 * @throws ApiError for the first hundred that the server refuses; earlier ones stay. [WPF4] [WPF5]
 */
export async function addAll(api: Api, { roomId, items, playlists, onAdded }: Adding): Promise<void> {
  for (let start = 0; start < items.length; ) {
    const { group } = items[start]!;
    const rest = items.slice(start, start + atOnce);
    const end = rest.findIndex((item) => item.group !== group);
    const some = end < 0 ? rest : rest.slice(0, end);
    if (group !== '' && !playlists.has(group)) {
      const { playlist } = await api.call('RoomService.CreatePlaylist', { room_id: roomId, name: group });
      playlists.set(group, playlist!.id);
    }
    await addItems(api, { roomId, playlistId: playlists.get(group), items: some, play: false });
    start += some.length;
    onAdded(start);
  }
}
