import type { AudioTrack } from '../source/engines/engine.ts';

/** What programs call a track that nobody named: `audio_2`, `Track 1`, `SoundHandler`. */
const machineName = /^(?:audio|sound|track|stream|default|und)?[ _-]?\d*$|handler$/i;

/** Bibliographic codes of ISO 639-2, which discs and files use, and their language tags. */
const bibliographic: Readonly<Record<string, string>> = {
  ...{ alb: 'sq', arm: 'hy', baq: 'eu', bur: 'my', chi: 'zh', cze: 'cs', dut: 'nl', fre: 'fr', geo: 'ka', ger: 'de' },
  ...{ gre: 'el', ice: 'is', mac: 'mk', mao: 'mi', may: 'ms', per: 'fa', rum: 'ro', slo: 'sk', tib: 'bo', wel: 'cy' },
};

/**
 * What to call each track: by its name, unless a program made that up and the language is known; empty: neither is known. Those that would
 * be called alike are numbered. [SY51]
 */
export function trackNames(
  tracks: readonly Pick<AudioTrack, 'name' | 'language'>[],
  reader: string,
): readonly string[] {
  const names = tracks.map(({ name, language }) => {
    const inWords = languageName(language, reader);
    const isMadeUp = machineName.test(name) || name.toLowerCase() === language.toLowerCase();
    return isMadeUp && inWords !== '' ? inWords : machineName.test(name) ? '' : name;
  });
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((one) => one === name).length;
    return name !== '' && before > 0 ? `${name} ${before + 1}` : name;
  });
}

/** The name of a language as people of `reader` call it; a tag that is none stays as it is; empty: it is not known. */
function languageName(tag: string, reader: string): string {
  if (tag === '' || tag === 'und') return '';
  try {
    return new Intl.DisplayNames(reader, { type: 'language' }).of(bibliographic[tag.toLowerCase()] ?? tag) ?? tag;
  } catch {
    return tag;
  }
}
