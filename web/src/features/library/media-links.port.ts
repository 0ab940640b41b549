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

function toMediaUrl(word: string, origin: string): URL | undefined {
  if (!/^https?:\/\//i.test(word) || word.length > maxUrlLength || !URL.canParse(word)) return undefined;
  const url = new URL(word);
  const isRoomLink = url.origin === origin && url.pathname.startsWith('/r/');
  return isRoomLink ? undefined : url;
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
