/** Reads facts about a film from playlists of HLS (RFC 8216, section 4.3), without reading the film itself. Pure. */
import { type Attribute, parseAttributes } from './attribute-list.ts';
import { codecOf } from './codec-names.ts';
import { type FilmTrack, maxTracks, shownLanguage, shownName } from './film-facts.ts';

export interface MasterFacts {
  readonly tracks: readonly FilmTrack[];
  /** URI of the best variant's playlist, as written; undefined: this is not a master playlist. */
  readonly variant: string | undefined;
}

export interface SegmentFacts {
  readonly isLive: boolean;
  readonly durationSeconds: number;
}

export function isHls(text: string): boolean {
  return text.replace(/^\uFEFF/, '').startsWith('#EXTM3U');
}

export function readMaster(text: string): MasterFacts {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const variants = lines.flatMap((line, i) => {
    const address = lines.slice(i + 1, i + 10).find((next) => next !== '' && !next.startsWith('#'));
    const attributes = attributesOf(line, '#EXT-X-STREAM-INF:');
    return attributes && address ? [{ attributes, address }] : [];
  });
  const bandwidth = (of: (typeof variants)[number]) => Number(of.attributes.get('BANDWIDTH') ?? 0);
  const [best] = variants.sort((a, b) => bandwidth(b) - bandwidth(a));
  if (!best) return { tracks: [], variant: undefined };
  const media = lines.flatMap((line) => attributesOf(line, '#EXT-X-MEDIA:') ?? []);
  const codecs = (best.attributes.get('CODECS') ?? '').split(',').filter(Boolean);
  const own = codecs.flatMap((codec) => trackOf(codec, best.attributes));
  const audio = own.find(({ kind }) => kind === 'audio');
  const others = media.flatMap((attributes) => renditionOf(attributes, audio));
  const hasAudio = others.some(({ kind }) => kind === 'audio');
  const tracks = [...own.filter(({ kind }) => kind !== 'audio' || !hasAudio), ...others];
  return { tracks: tracks.slice(0, maxTracks), variant: best.address };
}

export function readSegments(text: string): SegmentFacts {
  const lengths = [...text.matchAll(/^#EXTINF:(\d{1,7}(?:\.\d{1,9})?)/gm)].map(([, seconds]) => Number(seconds));
  return {
    isLive: !/^#EXT-X-ENDLIST\s*$/m.test(text) && !/^#EXT-X-PLAYLIST-TYPE:VOD\s*$/m.test(text),
    durationSeconds: lengths.reduce((sum, seconds) => sum + seconds, 0),
  };
}

function attributesOf(line: string, tag: string): ReadonlyMap<string, string> | undefined {
  if (!line.startsWith(tag)) return undefined;
  const attributes: readonly Attribute[] = parseAttributes(line.slice(tag.length)) ?? [];
  return new Map(attributes.map(({ name, value }) => [name, value]));
}

const unknown = { language: '', name: '', isDefault: true, width: 0, height: 0, channels: 0, sampleRate: 0 };

function trackOf(codecString: string, attributes: ReadonlyMap<string, string>): FilmTrack[] {
  const codec = codecOf(codecString);
  if (!codec) return [];
  const [, width = '0', height = '0'] = /^(\d{1,5})x(\d{1,5})$/.exec(attributes.get('RESOLUTION') ?? '') ?? [];
  const size = codec.kind === 'video' ? { width: Number(width), height: Number(height) } : {};
  return [{ ...unknown, kind: codec.kind, codec: codec.name, codecString: shownName(codecString), ...size }];
}

function renditionOf(attributes: ReadonlyMap<string, string>, audio: FilmTrack | undefined): FilmTrack[] {
  const type = attributes.get('TYPE');
  if (type !== 'AUDIO' && type !== 'SUBTITLES') return [];
  const codec = type === 'AUDIO' ? { codec: audio?.codec ?? '', codecString: audio?.codecString ?? '' } : undefined;
  return [
    {
      ...unknown,
      ...(codec ?? { codec: 'vtt', codecString: '' }),
      kind: codec ? 'audio' : 'subtitle',
      language: shownLanguage(attributes.get('LANGUAGE') ?? ''),
      name: shownName(attributes.get('NAME') ?? ''),
      isDefault: attributes.get('DEFAULT') === 'YES',
      channels: Number(/^\d{1,3}/.exec(attributes.get('CHANNELS') ?? '')?.[0] ?? 0),
    },
  ];
}
