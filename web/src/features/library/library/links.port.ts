import { filmEnding } from '@matinee/contract/film-ending.ts';

/** Most links that are taken from one text. */
const maxLinks = 1000;
/** Longest link in characters (contract, `RecognizeRequest`). */
const maxLength = 2000;

/**
 * The links in a text, without duplicates, in their order: words that start with `https://` or the scheme of a live
 * stream, or that look like the former without its scheme.
 * `site` is the address of this site without a slash at its end: links to its rooms are left out. [WL1]
 */
export function linksIn(text: string, site: string): readonly string[] {
  const links = new Set<string>();
  for (const word of text.split(/[\r\n]+/).flatMap(wordsOf)) {
    const link = bare(word);
    const url = urlOf(link);
    if (!url || !playable.test(url.protocol) || link.length > maxLength) continue;
    if (url.href.startsWith(`${site}/r/`)) continue;
    if (links.size < maxLinks) links.add(url.href);
  }
  return [...links];
}

/** Protocols of films and of live streams. */
const playable = /^(?:http|rtmp|rtsp)s?:$/;

/**
 * The words of a line. A line that is one link counts as one word, even with spaces in its file name, as people copy
 * it.
 */
function wordsOf(line: string): string[] {
  const words = line.trim().split(/\s+/u);
  const isOneLink = /^https?:\/\/[^?#]*$/i.test(line.trim()) && line.indexOf('://') === line.lastIndexOf('://');
  return isOneLink && filmEnding.test(words.at(-1)!) ? [words.join('%20')] : words;
}

/** A word without the brackets, quotes and commas around it. */
function bare(word: string): string {
  let end = word.length;
  while (end > 0 && '>)"\','.includes(word[end - 1]!)) end -= 1;
  return word.slice(0, end).replace(/^[<("']+/u, '');
}

/**
 * The reason why a text adds nothing: it names a site with pages that no browser can play as a video, or a link with
 * another scheme.
 */
export type Refusal = { readonly why: 'site' | 'scheme'; readonly name: string } | { readonly why: 'none' };

/** Sites that people paste links to. Without a provider, their films do not play outside of them. */
const sites: Readonly<Record<string, string>> = {
  'tiktok.com': 'TikTok',
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'netflix.com': 'Netflix',
  'disneyplus.com': 'Disney+',
  'primevideo.com': 'Prime Video',
  'drive.google.com': 'Google Drive',
  'youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'twitch.tv': 'Twitch',
  'vimeo.com': 'Vimeo',
  'dailymotion.com': 'Dailymotion',
  'bilibili.com': 'Bilibili',
};

/** Says why a text adds nothing when it has no link. [WL9] */
export function refusalOf(pasted: string): Refusal {
  for (const word of pasted.trim().split(/\s+/u)) {
    const url = urlOf(word);
    if (url && !playable.test(url.protocol)) return { why: 'scheme', name: url.protocol };
  }
  return { why: 'none' };
}

/** The name of the site of a link's page. Undefined: it may be a video file. For links that no provider knows. [WL9] */
export function siteOf(link: string): string | undefined {
  const url = urlOf(link);
  if (!url || filmEnding.test(url.pathname)) return undefined;
  const host = Object.keys(sites).find((name) => url.hostname === name || url.hostname.endsWith(`.${name}`));
  return host && sites[host];
}

/** `youtu.be/abc` is a link too; `one/two` and `1.5` are not. */
function urlOf(word: string): URL | undefined {
  const text = /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/\S/i.test(word) ? `https://${word}` : word;
  return /^(?:[a-z][a-z\d+.-]*:\/\/\S|magnet:)/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}
