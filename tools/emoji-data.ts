/**
 * Writes the web app's emoji data from copies of three packages: `emojibase-data` (MIT), and for languages that it lacks
 * `cldr-annotations-full` and `cldr-annotations-derived-full` (Unicode License v3). Their licences lie beside the data.
 * `npm pack` them, unpack them, and name their folders: `npx tsx tools/emoji-data.ts EMOJIBASE CLDR CLDR_DERIVED`. They
 * have 120 MB, of which these are 1 %.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages, primaryOf } from '../contract/src/languages.ts';

const [source = '', annotations = '', derived = ''] = process.argv.slice(2);
const target = fileURLToPath(new URL('../web/src/features/shared/emoji/data', import.meta.url));

interface Emoji {
  readonly hexcode: string;
  readonly label: string;
  readonly emoji: string;
  readonly version: number;
  /** Absent: a part of other emoji, like a letter of a flag. */
  readonly group?: number;
  readonly order?: number;
  readonly tags?: readonly string[];
  readonly skins?: readonly Emoji[];
}

const read = <T>(path: string, from = source) => JSON.parse(readFileSync(join(from, path), 'utf8')) as T;
/** The group of components: letters and hair, which are not emoji by themselves. */
const components = 2;
const groups = ['smileys', 'people', '', 'animals', 'food', 'travel', 'activities', 'objects', 'symbols', 'flags'];
/** Emoji of older versions are on every device that plays our media. */
const firstOfNew = 13;
const tones = ['\u{1F3FB}', '\u{1F3FC}', '\u{1F3FD}', '\u{1F3FE}', '\u{1F3FF}'];

const asPicture = '\uFE0F';

/** The emoji without superfluous marks for the picture form, because reactions are counted by their characters. */
function plain(emoji: string): string {
  const points = [...emoji];
  return points.filter((point, at) => point !== asPicture || !/^\p{EPres}$/u.test(points[at - 1] ?? '')).join('');
}

/** The same as `withTone` in the web app. */
function toned(emoji: string, tone: string): string {
  const points = [...emoji];
  const isPerson = (point = '') => /^\p{EBase}$/u.test(point);
  return points
    .map((point, at) => (isPerson(point) ? point + tone : point === asPicture && isPerson(points[at - 1]) ? '' : point))
    .join('');
}

function hasTones({ emoji, skins = [] }: Emoji): boolean {
  return (
    skins.length > 0 && tones.every((tone) => skins.some((skin) => plain(skin.emoji) === toned(plain(emoji), tone)))
  );
}

const listed = (language: string) =>
  read<Emoji[]>(`${language}/data.json`)
    .filter(({ group }) => group !== undefined && group !== components)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));

const english = listed('en');
const shortcodes = read<Record<string, string | string[]>>('en/shortcodes/github.json');
const others = read<Record<string, string | string[]>>('en/shortcodes/emojibase.json');
const shortcodeOf = ({ hexcode }: Emoji) => [shortcodes[hexcode] ?? others[hexcode] ?? ''].flat()[0];

function lineOf(emoji: Emoji): string {
  const version = emoji.version >= firstOfNew ? ` ${emoji.version}` : '';
  return `${plain(emoji.emoji)} ${shortcodeOf(emoji)}${hasTones(emoji) ? '+' : ''}${version}`;
}

const list = groups.flatMap((name, group) =>
  name === '' ? [] : [{ name, emojis: english.filter((emoji) => emoji.group === group).map(lineOf) }],
);
interface Annotation {
  readonly default?: readonly string[];
  readonly tts?: readonly string[];
}

/** The list of English with the names and words that CLDR has for a language. */
function annotated(language: string): Emoji[] {
  const from = <K extends string>(folder: string, key: K) =>
    read<Record<K, { annotations: Record<string, Annotation> }>>(join(folder, key, language, 'annotations.json'), '')[
      key
    ].annotations;
  const known = { ...from(annotations, 'annotations'), ...from(derived, 'annotationsDerived') };
  return english.map((emoji) => {
    const { tts = [emoji.label], default: tags = [] } = known[emoji.emoji.replaceAll(asPicture, '')] ?? {};
    return { ...emoji, label: tts[0]!, tags };
  });
}

const order = groups.flatMap((_, group) =>
  english.filter((emoji) => emoji.group === group).map(({ hexcode }) => hexcode),
);
const write = (name: string, value: unknown) =>
  writeFileSync(join(target, name), `${JSON.stringify(value, null, 2)}\n`);

write('emojis.json', list);
for (const language of Object.keys(languages)) {
  const folder = primaryOf(language);
  const list = existsSync(join(source, folder)) ? listed(folder) : annotated(folder);
  const byCode = new Map(list.map((emoji) => [emoji.hexcode, emoji]));
  const names = order.map((code) => {
    const { label, tags = [] } = byCode.get(code) as Emoji;
    const words = new Set(label.toLowerCase().split(/[\s:,-]+/));
    const more = tags.filter((tag) => !words.has(tag.toLowerCase()));
    return [label, ...more].join('|');
  });
  write(`names.${language}.json`, names);
}
