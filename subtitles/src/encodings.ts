/** The encodings in which people have subtitles, by their labels in the Encoding Standard. */
const byLanguage: Readonly<Record<string, readonly string[]>> = {
  'windows-1251': ['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk', 'mn'],
  'koi8-r': ['ru'],
  'koi8-u': ['uk'],
  ibm866: ['ru', 'be'],
  'iso-8859-5': ['ru', 'bg', 'sr', 'mk'],
  'windows-1250': ['pl', 'cs', 'sk', 'hu', 'ro', 'hr', 'sl', 'bs', 'sq'],
  'windows-1253': ['el'],
  'windows-1254': ['tr', 'az'],
  'windows-1255': ['he', 'yi'],
  'windows-1256': ['ar', 'fa', 'ur', 'ps'],
  'iso-8859-6': ['ar'],
  'windows-1257': ['et', 'lv', 'lt'],
  'windows-1258': ['vi'],
  'windows-874': ['th'],
  gb18030: ['zh'],
  big5: ['zh'],
  shift_jis: ['ja'],
  'euc-jp': ['ja'],
  'iso-2022-jp': ['ja'],
  'euc-kr': ['ko'],
  'windows-1252': ['de', 'en', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'no', 'fi', 'is', 'ca', 'eu', 'ga'],
};

/** The language of most files in an encoding; undefined: any. */
export function usualLanguageOf(encoding: string): string | undefined {
  return byLanguage[encoding]?.[0];
}

/** All encodings that may be found or chosen. */
export const encodings: readonly string[] = ['utf-8', 'utf-16le', 'utf-16be', ...Object.keys(byLanguage)];

/** Bibliographic and terminological codes of ISO 639-2, which discs and files use, by the tags that they mean. */
const threeLetters: Readonly<Record<string, string>> = {
  ...{ rus: 'ru', ukr: 'uk', bel: 'be', bul: 'bg', srp: 'sr', mkd: 'mk', mac: 'mk', pol: 'pl', ces: 'cs', cze: 'cs' },
  ...{ slk: 'sk', slo: 'sk', hun: 'hu', ron: 'ro', rum: 'ro', hrv: 'hr', slv: 'sl', ell: 'el', gre: 'el', tur: 'tr' },
  ...{ heb: 'he', ara: 'ar', fas: 'fa', per: 'fa', urd: 'ur', est: 'et', lav: 'lv', lit: 'lt', vie: 'vi', tha: 'th' },
  ...{ zho: 'zh', chi: 'zh', jpn: 'ja', kor: 'ko', deu: 'de', ger: 'de', eng: 'en', fra: 'fr', fre: 'fr', spa: 'es' },
  ...{ ita: 'it', por: 'pt', nld: 'nl', dut: 'nl', swe: 'sv', dan: 'da', nor: 'nb', nob: 'nb', fin: 'fi' },
};

/** The usual encodings of a language, the most usual one first. Empty: the language is unknown. */
export function encodingsOf(language: string): readonly string[] {
  const [primary = ''] = language.toLowerCase().split(/[-_]/, 1);
  const tag = threeLetters[primary] ?? primary;
  const found = Object.entries(byLanguage).flatMap(([label, languages]) => (languages.includes(tag) ? [label] : []));
  // Big5 is the encoding of the traditional script.
  return /^zh[-_](?:tw|hk|mo|hant)/i.test(language) ? found.toReversed() : found;
}
