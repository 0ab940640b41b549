import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

/** Length of a part in seconds, and the number of parts that a list shows. */
const partSeconds = 2;
const shownParts = 6;

/**
 * Serves a film of `folder` as live streams. At its first request, each stream began `shownParts` ago. HLS has the film
 * again and again, DASH is live as long as the film lasts.
 */
export function liveLists(folder: () => string, parts: number) {
  const began = new Map<string, number>();
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [, name = ''] = /^\/live\/(film\.m3u8|film\.mpd|master\.m3u8)$/.exec(request.url ?? '') ?? [];
    if (name === '') return false;
    const beganMs = began.get(name) ?? Date.now() - shownParts * partSeconds * 1_000;
    began.set(name, beganMs);
    const texts: Readonly<Record<string, () => string>> = {
      'film.m3u8': () => hlsAt(Date.now() - beganMs, parts),
      'film.mpd': () => dashOf(folder(), beganMs),
      'master.m3u8': () => '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=500000\nfilm.m3u8\n',
    };
    const text = texts[name]!();
    response.writeHead(200, { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }).end(text);
    return true;
  };
}

/** The list `ageMs` after the stream began (RFC 8216, section 6.2.2). Where the film begins again, times do too. */
function hlsAt(ageMs: number, parts: number): string {
  const end = Math.floor(ageMs / 1_000 / partSeconds);
  const first = Math.max(0, end - shownParts);
  const lines = Array.from({ length: end - first }, (_, i) => first + i).flatMap((part) => [
    ...(part > 0 && part % parts === 0 ? ['#EXT-X-DISCONTINUITY'] : []),
    `#EXTINF:${partSeconds},\n../ts/${part % parts}.ts`,
  ]);
  const head = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${partSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.max(0, Math.floor((first - 1) / parts))}`,
  ];
  return [...head, ...lines, ''].join('\n');
}

/** The film's own list, with its start time (ISO/IEC 23009-1, section 5.3.1). */
function dashOf(folder: string, beganMs: number): string {
  const began = new Date(beganMs).toISOString();
  return readFileSync(join(folder, 'template/film.mpd'), 'utf8')
    .replace('type="static"', `type="dynamic" availabilityStartTime="${began}" minimumUpdatePeriod="PT2S"`)
    .replace(/\s+mediaPresentationDuration="[^"]*"/, ' timeShiftBufferDepth="PT10S" suggestedPresentationDelay="PT4S"')
    .replace(/(initialization|media)="/g, '$1="../template/');
}
