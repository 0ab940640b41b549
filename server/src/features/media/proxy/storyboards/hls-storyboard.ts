/** Reads HLS playlists of pictures (Roku, "HLS image media playlists" 0.4), which Jellyfin also writes. Pure. [SD1] */
import { type Attribute, parseAttributes } from '../../../../drivers/demuxing/attribute-list.ts';
import { bestOf, type Grid, maxRead, type Picture, picturesOf, readPair, sheetAt } from './storyboard.ts';

/** The playlist of pictures in a master playlist; undefined: there is none. */
export function findImagePlaylist(text: string, base: URL): URL | undefined {
  const found = linesOf(text).flatMap((line) => {
    const read = attributesOf(line, '#EXT-X-IMAGE-STREAM-INF:');
    const url = read && sheetAt(read('URI') ?? '', base);
    return url && read('URI') !== undefined ? [{ url, width: readPair(read('RESOLUTION'))?.[0] ?? 0 }] : [];
  });
  return bestOf(found)?.url;
}

/** The pictures of such a playlist; other playlists have none. */
export function readImagePlaylist(text: string, base: URL): Picture[] {
  const lines = linesOf(text);
  const isOfPictures = lines.some((line) => line === '#EXT-X-IMAGES-ONLY' || line.startsWith('#EXT-X-TILES:'));
  // Encrypted pictures would need their own player.
  if (!isOfPictures || lines.some((line) => /^#EXT-X-KEY:(?!METHOD=NONE)/.test(line))) return [];
  const pictures: Picture[] = [];
  let startSeconds = 0;
  let seconds = 0;
  let tiles: Tiles = single;
  let isLeftOut = false;
  for (const line of lines) {
    if (line.startsWith('#EXTINF:')) seconds = Number(/^#EXTINF:(\d{1,7}(?:\.\d{1,9})?)/.exec(line)?.[1] ?? 0);
    else if (line.startsWith('#EXT-X-TILES:')) tiles = tilesOf(line);
    else if (/^#EXT-X-(?:GAP$|BYTERANGE:)/.test(line)) isLeftOut = true;
    if (line.startsWith('#') || line === '') continue;
    const sheet = isLeftOut ? undefined : sheetAt(line, base);
    const stepSeconds = tiles.stepSeconds ?? seconds / (tiles.columns * tiles.rows);
    if (sheet) pictures.push(...picturesOf(sheet, tiles, { startSeconds, seconds, stepSeconds }));
    if (pictures.length >= maxRead) break;
    startSeconds += seconds;
    [seconds, tiles, isLeftOut] = [0, single, false];
  }
  return pictures;
}

interface Tiles extends Grid {
  readonly stepSeconds?: number;
}

const single: Tiles = { columns: 1, rows: 1, size: undefined };

function tilesOf(line: string): Tiles {
  const read = attributesOf(line, '#EXT-X-TILES:');
  const [columns = 1, rows = 1] = readPair(read?.('LAYOUT')) ?? [];
  const [width, height] = readPair(read?.('RESOLUTION')) ?? [];
  const stepSeconds = Number(/^\d{1,7}(?:\.\d{1,9})?$/.exec(read?.('DURATION') ?? '')?.[0] ?? 0);
  const size = width === undefined || height === undefined ? undefined : { width, height };
  return { columns, rows, size, ...(stepSeconds > 0 ? { stepSeconds } : {}) };
}

function linesOf(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim());
}

function attributesOf(line: string, tag: string): ((name: string) => string | undefined) | undefined {
  if (!line.startsWith(tag)) return undefined;
  const attributes: readonly Attribute[] = parseAttributes(line.slice(tag.length)) ?? [];
  return (name) => attributes.find((one) => one.name === name)?.value;
}
