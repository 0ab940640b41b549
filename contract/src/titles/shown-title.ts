import { type EpisodeName, readFileName } from './file-name.ts';

/** Names that were read; a long list asks for the same ones whenever it is drawn. */
const known = new Map<string, string>();
const mostKnown = 2_000;

/** How people read the name of an item: `Show · S1 E2 · Title` or `Film (1984)`; else the name as it is. [WSE2] */
export function shownTitle(name: string): string {
  const held = known.get(name);
  if (held !== undefined) return held;
  const read = readFileName(name);
  const shown = !read ? name : read.kind === 'film' ? `${read.title} (${read.year})` : episodeText(read);
  if (known.size >= mostKnown) known.clear();
  known.set(name, shown);
  return shown;
}

function episodeText({ series, season, first, last, date, title }: EpisodeName): string {
  const numbers = first === undefined ? date : `E${first}${last === undefined ? '' : `–${last}`}`;
  const episode = season === undefined ? numbers : `S${season} ${numbers}`;
  return [series, episode, title].filter(Boolean).join(' · ');
}
