/** Something that could be added. */
export interface MediaLink {
  readonly url: string;
  readonly name: string;
}

/** Most items in one batch (contract, `AddMediaBatchRequest`). */
export const maxBatch = 100;
/** Longest address in characters (contract, `DirectUrlSource`). */
const maxUrlLength = 2000;

/** The media that a pasted text names. `origin` is this site's own. [WL1] */
export function parseMediaLinks(text: string, origin: string): readonly MediaLink[] {
  const links = new Map<string, MediaLink>();
  for (const word of text.split(/\s+/u)) {
    const url = toMediaUrl(word.replace(/^[<("']+|[>)"',]+$/gu, ''), origin);
    if (url && links.size < maxBatch) links.set(url.href, { url: url.href, name: nameOf(url) });
  }
  return [...links.values()];
}

/** Why a text adds nothing: it names a site whose pages no browser can play as a video, or another kind of link. */
export type Refusal = { readonly why: 'site' | 'scheme'; readonly name: string } | { readonly why: 'none' };

/** Sites whose links people paste, and whose pages hold no video file: they play in their own player only. */
const sites: Readonly<Record<string, string>> = {
  'youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'twitch.tv': 'Twitch',
  'vimeo.com': 'Vimeo',
  'dailymotion.com': 'Dailymotion',
  'bilibili.com': 'Bilibili',
  'tiktok.com': 'TikTok',
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'netflix.com': 'Netflix',
  'disneyplus.com': 'Disney+',
  'primevideo.com': 'Prime Video',
  'drive.google.com': 'Google Drive',
};

/** Says what is wrong with a text from which `parseMediaLinks` took nothing. [WL9] */
export function refusalOf(pasted: string): Refusal {
  for (const word of pasted.trim().split(/\s+/u)) {
    const text = /^[\w-]+(\.[\w-]+)+\//.test(word) ? `https://${word}` : word;
    if (!/^(?:[a-z][a-z\d+.-]*:\/\/|magnet:)/i.test(text) || !URL.canParse(text)) continue;
    const url = new URL(text);
    const site = siteOf(url);
    if (site) return { why: 'site', name: site };
    if (!/^https?:$/.test(url.protocol)) return { why: 'scheme', name: url.protocol };
  }
  return { why: 'none' };
}

/** The name of the site that a link leads to; undefined where it may be a video. */
function siteOf(url: URL): string | undefined {
  if (/\.(?:mp4|m4v|webm|mkv|mov|m3u8|mpd|mp3|m4a|ogg|ogv)$/i.test(url.pathname)) return undefined;
  const host = Object.keys(sites).find((name) => url.hostname === name || url.hostname.endsWith(`.${name}`));
  return host && sites[host];
}

function toMediaUrl(word: string, origin: string): URL | undefined {
  if (!/^https?:\/\//i.test(word) || word.length > maxUrlLength || !URL.canParse(word)) return undefined;
  const url = new URL(word);
  const isRoomLink = url.origin === origin && url.pathname.startsWith('/r/');
  return isRoomLink || siteOf(url) ? undefined : url;
}

/** Parts of an address that name a kind of file, not the film. */
const emptyNames = /^(?:index|master|playlist|manifest|main|video|stream|chunklist|prog_index)$/i;

/** The name for the media at `url`. [WL2] */
export function nameOf(url: URL): string {
  const parts = url.pathname.split('/').filter(Boolean).map(decode).map(withoutExtension);
  const name = parts.findLast((part) => part && !emptyNames.test(part)) ?? url.hostname;
  return [...name].slice(0, 500).join('');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function withoutExtension(part: string): string {
  return part
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(/[_+.]+/gu, ' ')
    .trim();
}
