/** The content types under which bytes of other servers are passed on. */
import type { ResourceFormat } from '../proxy.port.ts';

/** Types that no browser runs as a page. A picture in SVG can hold scripts, and is not among them. */
const passed =
  /^(?:audio\/[\w.+-]+|video\/[\w.+-]+|image\/(?:png|jpeg|gif|webp|avif|bmp)|text\/(?:vtt|plain)|application\/(?:octet-stream|mp4|ogg|x-subrip|vnd\.apple\.mpegurl|x-mpegurl|dash\+xml))$/i;

/** Types by the ending of a path, for servers that say nothing better. */
const byEnding: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  m4s: 'video/iso.segment',
  m4a: 'audio/mp4',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  ts: 'video/mp2t',
  flv: 'video/x-flv',
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  ass: 'text/plain',
};

const byFormat: Readonly<Partial<Record<ResourceFormat, string>>> = {
  flv: 'video/x-flv',
  hls: 'application/vnd.apple.mpegurl',
  dash: 'application/dash+xml',
};

const bytesType = 'application/octet-stream';

/** The type of a body, from what upstream says, the address, and what it is to us. */
export function safeType(given: string | undefined, url: string, format: ResourceFormat): string {
  const [type = '', ...parameters] = (given ?? '').split(';');
  const name = type.trim().toLowerCase();
  if (passed.test(name) && name !== bytesType) return [name, ...parameters.map((one) => one.trim())].join('; ');
  const ending = /\.([a-z0-9]+)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '';
  // A page stays bytes, whatever its address ends with.
  if (name !== '' && name !== bytesType) return bytesType;
  return byFormat[format] ?? byEnding[ending] ?? bytesType;
}

/**
 * Headers of every body that comes from elsewhere: no browser shows it as a page of ours, and none keeps it longer than
 * the viewer may have it.
 */
export function guardingHeaders(type: string): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cache-control': 'private, no-cache',
    ...(type === bytesType ? { 'content-disposition': 'attachment' } : {}),
  };
}
