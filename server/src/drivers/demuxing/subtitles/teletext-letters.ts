/** Letters of teletext (ETSI EN 300 706, 15.6): those of ASCII, but for thirteen places that differ by country. */

const places = [0x23, 0x24, 0x40, 0x5b, 0x5c, 0x5d, 0x5e, 0x5f, 0x60, 0x7b, 0x7c, 0x7d, 0x7e];

/** By the number of the set that a page names. */
const byNumber = [
  '£$@←½→↑#—¼‖¾÷',
  'éïàëêùî#èâôûç',
  '#¤ÉÄÖÅÜ_éäöåü',
  '#ůčťžýířéáěúš',
  '#$§ÄÖÜ^_°äöüß',
  'ç$¡áéíóú¿üñèà',
  '£$é°ç→↑#ùàòèì',
];

const southSlavic = '#ËČĆŽĐŠëčćžđš';
const baltic = '#$ŠėęŽčūšąųžį';
const romanian = '#¤ȚÂȘĂÎıțâșăî';
/** Countries whose sets have the numbers of others. */
const byLanguage: Readonly<Record<string, string>> = {
  ...{ pol: '#ńąŻŚŁćóężśłź', tur: '₺ğİŞÖÇÜĞışöçü', est: '#õŠÄÖŽÜÕšäöžü' },
  ...{ ron: romanian, rum: romanian, hrv: southSlavic, slv: southSlavic, bos: southSlavic, lav: baltic, lit: baltic },
};

const otherAlphabets: ReadonlySet<string> = new Set([
  ...['ara', 'bel', 'bul', 'ell', 'fas', 'gre', 'heb', 'kaz', 'mac', 'mkd', 'per', 'rus', 'srp', 'ukr'],
]);

/** Whether a language, of three letters, is written in letters that are known here. */
export function hasTeletextLetters(language: string): boolean {
  return !otherAlphabets.has(language.toLowerCase());
}

/** Gives the letter of a code from 0x20 to 0x7f, in a page of that language that names the set of that number. */
export function teletextLetters(language: string, number: number): (code: number) => string {
  const set = byLanguage[language.toLowerCase()] ?? byNumber[number] ?? byNumber[0]!;
  return (code) => {
    const place = places.indexOf(code);
    if (place >= 0) return [...set][place]!;
    return code === 0x7f ? ' ' : String.fromCharCode(code);
  };
}
