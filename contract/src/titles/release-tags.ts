/** Words that only releases use: resolution, codec, source. A title ends before them. */
const plainTags = new Set(
  [
    '2160p 1440p 1080p 1080i 720p 576p 576i 540p 480p 480i 360p 4k uhd',
    'x264 x265 h264 h265 avc hevc av1 xvid divx vp9 10bit 8bit hi10p hdr10 hdr10+',
    'webrip web-rip webdl web-dl web-dlrip webdlrip bluray blu-ray bdrip bdremux brrip dvdrip dvd-rip dvdscr hdtv pdtv dsr hdrip tvrip satrip',
    'remux aac aac2 ac3 eac3 ddp5 dd5 ddp dts dts-hd truehd flac opus',
  ].flatMap((line) => line.split(' ')),
);

/** Words that both releases and titles use: left out if a plain tag follows, or at the end in capitals. */
const vagueTags = new Set(
  [
    'WEB HDR DV SDR BD DVD TV AMZN NF DSNP HULU ATVP HMAX MAX iP PCOK PMTP STAN CR',
    'PROPER REPACK RERIP INTERNAL READNFO UNCUT EXTENDED REMASTERED LIMITED UNRATED COMPLETE',
    'MULTI DUAL DL ML SUBBED DUBBED GERMAN FRENCH ENGLISH SPANISH ITALIAN RUSSIAN JAPANESE KOREAN VOSTFR TRUEFRENCH',
  ].flatMap((line) => line.split(' ')),
);

/** Characters around the words of a name that are not part of them. */
const edge = '[\\]{}(),;';

function bare(word: string): string {
  let [from, to] = [0, word.length];
  while (from < to && edge.includes(word[from]!)) from += 1;
  while (to > from && edge.includes(word[to - 1]!)) to -= 1;
  return word.slice(from, to);
}

/** True for a word such as `1080p`, `x264-GROUP` or `[720p]`. */
export function isReleaseTag(word: string): boolean {
  const text = bare(word).toLowerCase();
  return plainTags.has(text) || plainTags.has(text.slice(0, Math.max(0, text.lastIndexOf('-'))));
}

/** The words before the first release tag, without vague tags at their end. Pure. */
export function beforeTags(words: readonly string[]): { readonly kept: readonly string[]; readonly hasTags: boolean } {
  const first = words.findIndex(isReleaseTag);
  const hasTags = first >= 0;
  let end = hasTags ? first : words.length;
  const isVague = (word: string) => {
    const text = bare(word);
    return vagueTags.has(text) || (hasTags && vagueTags.has(text.toUpperCase()));
  };
  while (end > 0 && isVague(words[end - 1]!)) end -= 1;
  return { kept: words.slice(0, end), hasTags };
}
