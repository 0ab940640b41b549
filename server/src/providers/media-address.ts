import { filmEnding } from '@matinee/contract/film-ending.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { defineReasons, type FieldViolation } from '@matinee/contract/reasons.ts';
import { readUrl } from '../kernel/http/urls.ts';

const reasons = defineReasons('media', {
  not_an_address: 'is not an address',
  not_http: 'is not an http or https address',
  credentials_inside: 'must not carry a user name or password',
});

/** Accepts http and https without credentials, which everybody in the room would see. */
export function checkAddress(text: string, field: string): readonly FieldViolation[] {
  const url = readUrl(text);
  if (!url) return [{ field, ...reasons.not_an_address() }];
  if (!/^https?:$/.test(url.protocol)) return [{ field, ...reasons.not_http() }];
  if (url.username || url.password) return [{ field, ...reasons.credentials_inside() }];
  return [];
}

/** The format from a path's extension: players must know it before they load anything. */
export function formatOfPath(path: string): MediaFormat {
  if (/\.m3u8?$/i.test(path)) return MediaFormat.HLS;
  if (/\.mpd$/i.test(path)) return MediaFormat.DASH;
  if (/\.flv$/i.test(path)) return MediaFormat.FLV;
  return MediaFormat.FILE;
}

/** A readable name from a file name; empty if nothing readable is left. */
export function nameOfFile(fileName: string): string {
  const words = fileName
    .replace(filmEnding, '')
    .replace(/[._\p{C}]+/gu, ' ')
    .trim();
  return [...words].slice(0, 500).join('');
}

/** Decodes percent signs if they are valid. */
export function decodeOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
