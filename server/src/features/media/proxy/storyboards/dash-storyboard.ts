/**
 * Reads the tiled pictures of an MPD of DASH (DASH-IF IOP, section on thumbnail images; ISO/IEC 23009-1, section
 * 5.3.9.4 for templates). Uses a streaming parser. It does not expand entities that the document itself declares. Pure.
 * [SD1]
 */
import { SaxesParser } from 'saxes';
import { xmlSeconds } from '../../../../drivers/demuxing/xml-seconds.ts';
import { segmentsOf, type Template } from './dash-template.ts';
import { bestOf, type Grid, maxRead, NoStoryboard, type Picture, picturesOf, readPair, sheetAt } from './storyboard.ts';

const maxDepth = 32;
const maxElements = 200_000;
const tileSchemes = new Set(['http://dashif.org/guidelines/thumbnail_tile', 'http://dashif.org/thumbnail_tile']);

type Attributes = Readonly<Record<string, string>>;

/** An element, with the values that it inherits. */
interface Level {
  readonly name: string;
  readonly attributes: Attributes;
  /** The base of the level above. */
  readonly outer: URL;
  /** Of several BaseURLs of one level, which are alternatives, the first (ISO/IEC 23009-1, section 5.6). */
  base: URL;
  hasOwnBase: boolean;
  text: string;
  template: Attributes | undefined;
  timeline: Attributes[];
  tiles: readonly [number, number] | undefined;
}

interface Track {
  readonly base: URL;
  readonly template: Template;
  readonly grid: Grid;
  /** Width of a single picture. */
  readonly width: number;
}

interface Period {
  readonly attributes: Attributes;
  readonly tracks: Track[];
}

/** @throws NoStoryboard if the text is no MPD */
export function readDash(text: string, base: URL): Picture[] {
  const periods: Period[] = [];
  const levels: Level[] = [];
  let root: Attributes | undefined;
  let elements = 0;
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', () => refuse());
  parser.on('opentag', ({ name: tag, attributes }) => {
    elements += 1;
    if (levels.length === maxDepth || elements > maxElements) refuse();
    const name = tag.slice(tag.indexOf(':') + 1);
    const parent = levels.at(-1);
    if (!parent && name !== 'MPD') refuse();
    root ??= attributes;
    if (name === 'Period') periods.push({ attributes, tracks: [] });
    if (name === 'S') levels.at(-2)?.timeline.push(attributes);
    levels.push({
      name,
      attributes,
      outer: parent?.base ?? base,
      base: parent?.base ?? base,
      hasOwnBase: false,
      text: '',
      template: parent?.template,
      // An element's own timeline replaces the inherited one.
      timeline: name === 'SegmentTemplate' ? [] : (parent?.timeline ?? []),
      tiles: parent?.tiles,
    });
  });
  const add = (part: string) => {
    const level = levels.at(-1);
    if (level?.name === 'BaseURL') level.text += part;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const level = levels.pop()!;
    const parent = levels.at(-1);
    if (parent) tellParent(level, parent);
    const period = periods.at(-1);
    const track = level.name === 'Representation' ? trackOf(level, parent) : undefined;
    if (track) period?.tracks.push(track);
  });
  parser.write(text.replace(/^\uFEFF/, '')).close();
  // The start of a live stream is unknown.
  return !root || root['type'] === 'dynamic' ? [] : allPictures(periods, root);
}

function tellParent(level: Level, parent: Level): void {
  const { name, attributes } = level;
  const ownBase = name === 'BaseURL' && !parent.hasOwnBase ? sheetAt(level.text.trim(), parent.outer) : undefined;
  if (ownBase) Object.assign(parent, { base: ownBase, hasOwnBase: true });
  if (name === 'SegmentTemplate') {
    parent.template = { ...parent.template, ...attributes };
    if (level.timeline.length > 0) parent.timeline = level.timeline;
  }
  if (/^(?:Essential|Supplemental)Property$/.test(name) && tileSchemes.has(attributes['schemeIdUri'] ?? ''))
    parent.tiles = readPair(attributes['value']);
}

function trackOf({ template, tiles, base, timeline, attributes }: Level, set: Level | undefined): Track | undefined {
  const given: Attributes = { ...set?.attributes, ...attributes };
  if (!template || !tiles) return undefined;
  const [columns, rows] = tiles;
  // The size in a representation is the size of a whole sheet.
  const sizeOf = (name: string, parts: number) =>
    Math.floor(Number(/^\d{1,5}$/.exec(given[name] ?? '')?.[0] ?? 0) / parts);
  const [width, height] = [sizeOf('width', columns), sizeOf('height', rows)];
  const size = width > 0 && height > 0 ? { width, height } : undefined;
  const values = { RepresentationID: given['id'] ?? '', Bandwidth: given['bandwidth'] ?? '' };
  return { base, width, grid: { columns, rows, size }, template: { attributes: template, timeline, values } };
}

function allPictures(periods: readonly Period[], root: Attributes): Picture[] {
  const total = xmlSeconds(root['mediaPresentationDuration']);
  const pictures: Picture[] = [];
  let end = 0;
  for (const [i, { attributes, tracks }] of periods.entries()) {
    const start = xmlSeconds(attributes['start']) ?? end;
    const next = i === periods.length - 1 ? total : xmlSeconds(periods[i + 1]!.attributes['start']);
    const seconds = xmlSeconds(attributes['duration']) ?? (next === undefined ? 0 : next - start);
    end = start + seconds;
    const track = bestOf(tracks);
    if (track && seconds > 0) addPictures(pictures, track, start, seconds);
    if (pictures.length >= maxRead) break;
  }
  return pictures;
}

function addPictures(pictures: Picture[], { base, template, grid }: Track, start: number, periodSeconds: number): void {
  const tiles = grid.columns * grid.rows;
  for (const { address, startSeconds, seconds } of segmentsOf(template, periodSeconds)) {
    const sheet = sheetAt(address, base);
    const shown = Math.min(seconds, periodSeconds - startSeconds);
    const times = { startSeconds: start + startSeconds, seconds: shown, stepSeconds: seconds / tiles };
    if (sheet) pictures.push(...picturesOf(sheet, grid, times));
    if (pictures.length >= maxRead) return;
  }
}

function refuse(): never {
  throw new NoStoryboard();
}
