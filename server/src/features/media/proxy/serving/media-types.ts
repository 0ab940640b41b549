/** The content types for passing on bytes of other servers. */
import type { ResourceFormat } from '../proxy.port.ts';

/** Types that browsers never run as a page. SVG pictures can hold scripts, so they are not included. */
const passed =
  /^(?:audio\/[\w.+-]+|video\/[\w.+-]+|image\/(?:png|jpeg|gif|webp|avif|bmp)|text\/(?:vtt|plain)|application\/(?:octet-stream|mp4|ogg|x-subrip|vnd\.apple\.mpegurl|x-mpegurl|dash\+xml))$/i;

/** Types by file extension, for servers that give no better type. */
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

/** The type of a body, from upstream's header, the address and the resource format. */
export function safeType(given: string | undefined, url: string, format: ResourceFormat): string {
  const [type = '', ...parameters] = (given ?? '').split(';');
  const name = type.trim().toLowerCase();
  if (passed.test(name) && name !== bytesType) return [name, ...parameters.map((one) => one.trim())].join('; ');
  const ending = /\.([a-z0-9]+)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '';
  // HTML and other unsafe types become plain bytes, whatever the file extension.
  if (name !== '' && name !== bytesType) return bytesType;
  return byFormat[format] ?? byEnding[ending] ?? bytesType;
}

/**
 * Headers of every body from elsewhere: browsers never show it as a page of this server, nor keep it longer than the
 * viewer may have it.
 */
export function guardingHeaders(type: string): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cache-control': 'private, no-cache',
    ...(type === bytesType ? { 'content-disposition': 'attachment' } : {}),
  };
}
