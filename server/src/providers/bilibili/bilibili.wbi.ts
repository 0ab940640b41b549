/**
 * Signs requests to Bilibili's web API ("WBI"), by the notes in bilibili-API-collect, docs/misc/sign/wbi.md. Pure.
 * [BI3]
 */
import { createHash } from 'node:crypto';

/** Indexes into the two keys for the characters of the signing key. */
const places = [
  46, 47, 18, 2, 53, 8, 23, 32, 15, 50, 10, 31, 58, 3, 45, 35, 27, 43, 5, 49, 33, 9, 42, 19, 29, 28, 14, 39, 12, 38, 41,
  13,
];

/** The signing key, from the addresses of the two pictures that encode the keys. */
export function mixKeys(imageUrl: string, subUrl: string): string {
  const keys = [imageUrl, subUrl].map((url) => /\/([0-9a-f]{32})\.\w{1,5}$/.exec(url)?.[1] ?? '').join('');
  return places.map((place) => keys[place] ?? '').join('');
}

/** The query with its time and signature. `atSeconds` is the time since 1970. */
export function signQuery(query: Readonly<Record<string, string>>, key: string, atSeconds: number): string {
  const all = { ...query, wts: String(atSeconds) };
  const text = Object.entries(all)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    // Removes characters from values as the notes require.
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.replace(/[!'()*]/g, ''))}`)
    .join('&');
  return `${text}&w_rid=${createHash('md5')
    .update(text + key)
    .digest('hex')}`;
}
