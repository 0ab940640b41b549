import { filmEnding } from '../film-ending.ts';
import { type EpisodeMark, findEpisode } from './episode-marks.ts';
import { beforeTags } from './release-tags.ts';

/** An episode of a series, parsed from a file name. */
export interface EpisodeName extends Pick<EpisodeMark, 'season' | 'first' | 'last' | 'date'> {
  readonly kind: 'episode';
  readonly series: string;
  /** Empty: the name has none. */
  readonly title: string;
  readonly year?: number;
}

/** A film, parsed from a file name. */
export interface FilmName {
  readonly kind: 'film';
  readonly title: string;
  readonly year: number;
}

/** Longer names are not of files. */
const longestName = 300;
const groupAtStart = /^\[[^\]]{1,40}\]/;
const yearInBrackets = /[([](?<year>(?:19|20)\d\d)[)\]]/;
const yearWord = /^(?:19|20)\d\d$/;
const noise = /^[-–—·:,|~]$/;

/**
 * Parses a file name into a film or an episode. Undefined: nothing is certain, and the name is kept unchanged. Takes
 * time in proportion to the length of the name. Pure. [WSE1]
 */
export function readFileName(name: string): EpisodeName | FilmName | undefined {
  if (name.length > longestName) return undefined;
  const ofFile = name.trim().replace(filmEnding, '');
  const group = groupAtStart.exec(ofFile)?.[0];
  const text = withBlanks(group === undefined ? ofFile : ofFile.slice(group.length)).trim();
  const mark = findEpisode(text, group !== undefined);
  return mark ? episodeOf(text, mark) : filmOf(text);
}

/** Words of files are divided by dots or lines; where a name has blanks, its dots belong to words. */
function withBlanks(text: string): string {
  const plain = text.replaceAll('_', ' ');
  return plain.trim().includes(' ') ? plain : plain.replaceAll('.', ' ');
}

function wordsOf(text: string): string[] {
  return text.split(/\s/).filter((word) => word !== '');
}

/** Words without the marks at their ends: `- Show -` is `Show`. */
function joined(words: readonly string[]): string {
  let [from, to] = [0, words.length];
  while (from < to && noise.test(words[from]!)) from += 1;
  while (to > from && noise.test(words[to - 1]!)) to -= 1;
  return words.slice(from, to).join(' ');
}

function episodeOf(text: string, mark: EpisodeMark): EpisodeName | undefined {
  const before = text.slice(0, mark.from);
  const inBrackets = yearInBrackets.exec(before);
  const words = wordsOf(inBrackets ? before.slice(0, inBrackets.index) : before);
  while (words.length > 0 && noise.test(words.at(-1)!)) words.pop();
  // A year at the end distinguishes two series of one name.
  const yearAtEnd = words.length > 1 && yearWord.test(words.at(-1)!) ? words.pop() : undefined;
  const series = joined(words);
  const rest = text.slice(mark.to);
  // A number follows a day where a camera has written the time.
  if (!/\p{L}|\p{N}/u.test(series) || (mark.date !== undefined && /^[ T_-]*\d\d[^\dp]/.test(rest))) return undefined;
  const year = inBrackets?.groups?.year ?? yearAtEnd;
  const { season, first, last, date } = mark;
  return {
    kind: 'episode',
    series,
    title: titleOf(rest),
    ...(season === undefined ? {} : { season }),
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
    ...(date === undefined ? {} : { date }),
    ...(year === undefined ? {} : { year: Number(year) }),
  };
}

/** The title after an episode: up to brackets and release tags. */
function titleOf(rest: string): string {
  // `S01E02-GROUP`: the name of a release group, not a title.
  if (/^-\S/.test(rest)) return '';
  const [beforeBracket = ''] = rest.split('[', 1);
  const title = joined(beforeTags(wordsOf(beforeBracket)).kept).replace(/^[-:.]\s/, '');
  const quoted = /^[「『“"](?<inside>[^」』”"]{1,200})[」』”"]$/.exec(title);
  return quoted?.groups?.inside ?? title;
}

function filmOf(text: string): FilmName | undefined {
  const inBrackets = yearInBrackets.exec(text);
  if (inBrackets) {
    const title = joined(wordsOf(text.slice(0, inBrackets.index)));
    return title === '' ? undefined : { kind: 'film', title, year: Number(inBrackets.groups?.year) };
  }
  const words = wordsOf(text);
  const { kept, hasTags } = beforeTags(words);
  const place = kept.findLastIndex((word) => yearWord.test(word));
  // Without release tags, a number may be the title itself.
  if (!hasTags || place < 1) return undefined;
  return { kind: 'film', title: joined(kept.slice(0, place)), year: Number(kept[place]) };
}
