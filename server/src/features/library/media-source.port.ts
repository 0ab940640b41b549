import { fromJson, type JsonValue, toJson } from '@bufbuild/protobuf';
import { type MediaSource, MediaSourceSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import { PlaybackFormat } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { libraryErrors } from './library.errors.ts';

/** Checks every address of a source. @throws AppError `library.invalid_url` that names the field. */
export function checkSource(source: MediaSource): void {
  if (source.source.case !== 'directUrl') return;
  const { url, subtitles } = source.source.value;
  checkUrl(url, 'source.direct_url.url');
  subtitles.forEach((subtitle, i) => {
    checkUrl(subtitle.url, `source.direct_url.subtitles[${i}].url`);
  });
}

/** Takes http and https without credentials, which everybody in the room would see. */
function checkUrl(text: string, field: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const reason = !url
    ? 'is not an address'
    : !/^https?:$/.test(url.protocol)
      ? 'is not an http or https address'
      : url.username || url.password
        ? 'must not carry a user name or password'
        : undefined;
  if (reason) throw libraryErrors.invalid_url({ violations: [{ field, reason }], message: `${field}: ${reason}` });
}

/** A readable name, made from the last part of the address. */
export function nameOfSource(source: MediaSource): string {
  if (source.source.case !== 'directUrl') return '';
  const { pathname, hostname } = new URL(source.source.value.url);
  const last = pathname.split('/').filter(Boolean).at(-1);
  if (last === undefined) return hostname;
  const words = decodeOr(last)
    .replace(/\.(mp4|m4v|webm|mkv|mov|m3u8|mpd|mp3|ogg|flv)$/i, '')
    .replace(/[._\p{C}]+/gu, ' ')
    .trim();
  return [...(words || hostname)].slice(0, 500).join('');
}

/** The format, told by the ending of the path: players must know it before they load anything. */
export function formatOf(url: string): PlaybackFormat {
  const { pathname } = new URL(url);
  if (/\.m3u8?$/i.test(pathname)) return PlaybackFormat.HLS;
  if (/\.mpd$/i.test(pathname)) return PlaybackFormat.DASH;
  if (/\.flv$/i.test(pathname)) return PlaybackFormat.FLV;
  return PlaybackFormat.FILE;
}

export function readSource(stored: JsonValue): MediaSource {
  return fromJson(MediaSourceSchema, stored, { ignoreUnknownFields: true });
}

export function storeSource(source: MediaSource): string {
  return JSON.stringify(toJson(MediaSourceSchema, source));
}

function decodeOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
