import type { LanguageTrack } from '../source/engines/engine.ts';

/** Names that programs give to tracks: `audio_2`, `Track 1`, `SoundHandler`. */
const machineName = /^(?:audio|sound|track|stream|default|und)?[ _-]?\d*$|handler$/i;

/** Bibliographic codes of ISO 639-2 and their language tags. Discs and files use these codes. */
const bibliographic: Readonly<Record<string, string>> = {
  ...{ alb: 'sq', arm: 'hy', baq: 'eu', bur: 'my', chi: 'zh', cze: 'cs', dut: 'nl', fre: 'fr', geo: 'ka', ger: 'de' },
  ...{ gre: 'el', ice: 'is', mac: 'mk', mao: 'mi', may: 'ms', per: 'fa', rum: 'ro', slo: 'sk', tib: 'bo', wel: 'cy' },
};

/**
 * A name for each track: its own, or its language if that is known and a program made up the name. Empty: neither is
 * known. Equal names get numbers. [SY51]
 */
export function trackNames(
  tracks: readonly Pick<LanguageTrack, 'name' | 'language'>[],
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

/** The name of a language in the language `reader`. An invalid tag stays as it is. Empty: the language is unknown. */
function languageName(tag: string, reader: string): string {
  if (tag === '' || tag === 'und') return '';
  try {
    return new Intl.DisplayNames(reader, { type: 'language' }).of(bibliographic[tag.toLowerCase()] ?? tag) ?? tag;
  } catch {
    return tag;
  }
}
