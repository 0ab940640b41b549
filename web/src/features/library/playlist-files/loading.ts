import type { Api } from '../../../client/calls/api.ts';
import { addItems, recognizeLinks } from '../library/add-links.port.ts';
import type { AddableMedia } from '../sources/addable-media.ts';
import { maxEntries, type Problem, type ReadEntry } from './entry.ts';
import { read } from './formats/formats.ts';

/** Largest file that is read, in bytes. */
export const maxBytes = 2_000_000;

/** What a file would add to the playlist. */
export interface Loadable {
  readonly items: readonly AddableMedia[];
  /** What is left out, by line. */
  readonly problems: readonly Problem[];
}

/** Reads a file and asks the server what its addresses name. @throws SyntaxError, ApiError. [WPF3] */
export async function readPlaylistFile(api: Api, content: string): Promise<Loadable> {
  const { entries, problems } = read(content);
  const isNew = ({ source }: ReadEntry) => source === undefined;
  const links = await recognizeLinks(
    api,
    entries.filter(isNew).map(({ address }) => address!),
  );
  const unknown: Problem[] = [];
  let next = 0;
  const items = entries.flatMap(({ name, source, line }): AddableMedia[] => {
    if (source) return [{ name, source }];
    const found = links[next++]?.found;
    if (!found) unknown.push({ line, reason: 'unknown' });
    return found ? [{ name: name || found.name, source: found.source }] : [];
  });
  return { items: items.slice(0, maxEntries), problems: [...problems, ...unknown].sort((a, b) => a.line - b.line) };
}

/** Most items that one request adds. */
const atOnce = 100;

/**
 * Adds items at the end of the room's playlist, a hundred at a time. `onAdded` is told how many there are so far.
 * @throws ApiError for the first hundred that the server refuses; those before stay. [WPF4]
 */
export async function addAll(
  api: Api,
  roomId: string,
  items: readonly AddableMedia[],
  onAdded: (count: number) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += atOnce) {
    const some = items.slice(start, start + atOnce);
    await addItems(api, { roomId, items: some, play: false });
    onAdded(start + some.length);
  }
}
