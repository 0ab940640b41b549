/**
 * Writes the MPD of a film (ISO/IEC 23009-1, on-demand profile) from Bilibili's list of streams. Bilibili stores such
 * films in files with an index and lists their addresses, but writes no MPD. Pure. [BI4]
 */
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { type Answered, numberOf, objectOf, objectsOf, textOf } from '../json-answer.ts';
import type { ResolvedMedia } from '../resolved.ts';
import { upstreamAt } from './bilibili.client.ts';

/** Most streams of a film: eight qualities in three codecs, and five audio streams. */
const maxStreams = 40;

interface Stream {
  readonly id: string;
  readonly addresses: readonly string[];
  readonly attributes: string;
  readonly index: string;
  readonly head: string;
  /** Players may switch between the streams of one family. */
  readonly family: string;
}

/** Undefined when the film has no video. */
export function dashMedia(dash: Answered | undefined): ResolvedMedia | undefined {
  if (!dash) return undefined;
  const videos = objectsOf(dash['video']).slice(0, maxStreams).flatMap(readStream);
  const audios = objectsOf(dash['audio']).slice(0, maxStreams).flatMap(readStream);
  // Headers are sent to one origin only, so all streams must be on one server.
  const origin = sharedOrigin(videos, audios);
  const upstream = upstreamAt(videos.flatMap((stream) => addressAt(stream, origin))[0]);
  const seconds = numberOf(dash['duration']) ?? 0;
  if (!upstream || seconds <= 0) return undefined;
  return { name: '', format: MediaFormat.DASH, upstream, manifest: mpdOf(videos, audios, origin, seconds) };
}

function readStream(stream: Answered): Stream[] {
  const base = objectOf(stream['segment_base'] ?? stream['SegmentBase']);
  const index = textOf(base?.['index_range'] ?? base?.['indexRange']) ?? '';
  const head = textOf(base?.['initialization'] ?? base?.['Initialization']) ?? '';
  const backups = stream['backup_url'] ?? stream['backupUrl'];
  const all = [stream['base_url'] ?? stream['baseUrl'], ...(Array.isArray(backups) ? backups.slice(0, 8) : [])];
  const addresses = all.flatMap((address) => upstreamAt(address)?.url ?? []);
  const codecs = textOf(stream['codecs']) ?? '';
  const number = numberOf(stream['id']);
  const isRange = (text: string) => /^\d{1,15}-\d{1,15}$/.test(text);
  if (!isRange(index) || !isRange(head) || !/^[\w.]{1,60}$/.test(codecs) || number === undefined) return [];
  const family = codecs.split('.', 1)[0] ?? '';
  const attributes = [
    `codecs="${codecs}"`,
    `bandwidth="${Math.max(1, Math.round(numberOf(stream['bandwidth']) ?? 1))}"`,
    ...numbered('width', stream['width']),
    ...numbered('height', stream['height']),
  ].join(' ');
  return [{ id: `${number}-${family}`, addresses, attributes, index, head, family }];
}

function numbered(name: string, value: unknown): string[] {
  const number = numberOf(value);
  return number !== undefined && Number.isInteger(number) && number > 0 ? [`${name}="${number}"`] : [];
}

/** The server that has video and audio, and the most streams. */
function sharedOrigin(videos: readonly Stream[], audios: readonly Stream[]): string | undefined {
  const has = (streams: readonly Stream[], origin: string) =>
    streams.filter((stream) => addressAt(stream, origin).length > 0).length;
  const origins = [...new Set([...videos, ...audios].flatMap(({ addresses }) => addresses.map(originOf)))];
  const [best] = origins
    .filter((origin) => has(videos, origin) > 0 && (audios.length === 0 || has(audios, origin) > 0))
    .toSorted((a, b) => has([...videos, ...audios], b) - has([...videos, ...audios], a));
  return best;
}

const originOf = (url: string) => new URL(url).origin;

function addressAt({ addresses }: Stream, origin: string | undefined): string[] {
  return addresses.filter((url) => originOf(url) === origin).slice(0, 1);
}

function mpdOf(
  videos: readonly Stream[],
  audios: readonly Stream[],
  origin: string | undefined,
  seconds: number,
): string {
  const sets = [
    ...families(videos).map((streams) => setOf('video', streams, origin)),
    ...families(audios).map((streams) => setOf('audio', streams, origin)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" type="static" minBufferTime="PT2S" mediaPresentationDuration="PT${seconds}S"><Period>${sets.join('')}</Period></MPD>`;
}

function families(streams: readonly Stream[]): Stream[][] {
  const names = [...new Set(streams.map(({ family }) => family))];
  return names.map((name) => streams.filter(({ family }) => family === name));
}

function setOf(kind: 'video' | 'audio', streams: readonly Stream[], origin: string | undefined): string {
  const written = streams.flatMap((stream) =>
    addressAt(stream, origin).map((url) => {
      const base = `<BaseURL>${url.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</BaseURL>`;
      const segment = `<SegmentBase indexRange="${stream.index}"><Initialization range="${stream.head}"/></SegmentBase>`;
      return `<Representation id="${kind}-${stream.id}" ${stream.attributes}>${base}${segment}</Representation>`;
    }),
  );
  if (written.length === 0) return '';
  return `<AdaptationSet contentType="${kind}" mimeType="${kind}/mp4" subsegmentAlignment="true" subsegmentStartsWithSAP="1">${written.join('')}</AdaptationSet>`;
}
