/** Stream descriptions (SDP, RFC 8866), as far as cameras and live servers need them. Pure. */
import { RtspError } from './rtsp-error.ts';

/** A playable video or audio track. */
export interface Track {
  readonly kind: 'video' | 'audio';
  /** RTP payload type. */
  readonly payload: number;
  /** Encoding name, clock rate and optional channels: `H264/90000`. */
  readonly encoding: string;
  /** Decoder parameters. */
  readonly parameters: string | undefined;
  /** Control address, relative to the address of the stream. */
  readonly control: string;
}

export interface Description {
  /** Control address of all tracks together. */
  readonly control: string | undefined;
  /** One video track, one audio track, or both. */
  readonly tracks: readonly Track[];
}

/** Audio that is remuxed without transcoding. */
const soundAsItIs = /^(?:MPEG4-GENERIC|MP4A-LATM)$/;
const playable = {
  video: /^H264$/,
  audio: /^(?:MPEG4-GENERIC|MP4A-LATM|MPA|PCMU|PCMA|L16|G722|G726-(?:16|24|32|40)|OPUS|AC3|EAC3)$/,
} as const;

/** Static payload types, which need no description (RFC 3551, section 6). */
const wellKnown: Readonly<Record<number, string>> = {
  0: 'PCMU/8000',
  8: 'PCMA/8000',
  9: 'G722/8000',
  10: 'L16/44100/2',
  11: 'L16/44100/1',
  14: 'MPA/90000',
};

const maxLines = 1_000;

interface Section {
  readonly kind: string;
  readonly protocol: string;
  readonly payloads: readonly number[];
  readonly attributes: readonly string[];
}

/** The first playable video and audio tracks. @throws RtspError [RSP3] */
export function readDescription(text: string): Description {
  const lines = text.split(/\r?\n/);
  if (!lines[0]?.startsWith('v=') || lines.length > maxLines) throw new RtspError('broken_description');
  const sections = sectionsIn(lines);
  const hasPicture = sections.some(({ kind }) => kind === 'video');
  const find = (kind: Track['kind']) => sections.map((section) => trackIn(section, kind)).find((track) => track);
  const [video, audio] = [find('video'), find('audio')];
  // Refuses a stream whose video is unplayable, instead of playing only its audio.
  if (hasPicture && !video) throw new RtspError('no_track');
  const tracks = [video, audio].filter((track) => track !== undefined);
  if (tracks.length === 0) throw new RtspError('no_track');
  const head = lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('m=')),
  );
  return { control: lineAfter(head, 'a=control:'), tracks };
}

function sectionsIn(lines: readonly string[]): Section[] {
  const sections: (Section & { readonly attributes: string[] })[] = [];
  for (const line of lines) {
    const media = /^m=(\w+) \d+(?:\/\d+)? (\S+) ([\d ]+)$/.exec(line.trimEnd());
    if (media)
      sections.push({
        kind: media[1]!,
        protocol: media[2]!,
        payloads: media[3]!.trim().split(/ +/).map(Number),
        attributes: [],
      });
    else if (line.startsWith('m=')) sections.push({ kind: '', protocol: '', payloads: [], attributes: [] });
    else sections.at(-1)?.attributes.push(line);
  }
  return sections;
}

function trackIn(section: Section, kind: Track['kind']): Track | undefined {
  if (section.kind !== kind || !/^RTP\/AVPF?$/.test(section.protocol)) return undefined;
  for (const payload of section.payloads) {
    const encoding = lineAfter(section.attributes, `a=rtpmap:${payload} `) ?? wellKnown[payload] ?? '';
    const [name] = /^[\w-]+(?=\/\d{1,6}(?:\/\d{1,2})?$)/.exec(encoding) ?? [''];
    if (payload > 127 || !playable[kind].test(name.toUpperCase())) continue;
    const parameters = lineAfter(section.attributes, `a=fmtp:${payload} `);
    return { kind, payload, encoding, parameters, control: lineAfter(section.attributes, 'a=control:') ?? '' };
  }
  return undefined;
}

/** Only values that fit on one line of another description. */
function lineAfter(lines: readonly string[], prefix: string): string | undefined {
  const value = lines
    .find((line) => line.startsWith(prefix))
    ?.slice(prefix.length)
    .trim();
  return value !== undefined && /^[\x20-\x7e]{1,4000}$/.test(value) ? value : undefined;
}

/** Whether players need the audio in another codec. */
export function needsOtherSound({ tracks }: Description): boolean {
  const sound = tracks.find(({ kind }) => kind === 'audio');
  return sound !== undefined && !soundAsItIs.test(sound.encoding.split('/')[0]!.toUpperCase());
}

/** A description with these tracks alone, and no address. The control of each is `track` and its number. */
export function writeDescription({ tracks }: Description): string {
  const lines = tracks.flatMap(({ kind, payload, encoding, parameters }, number) => [
    `m=${kind} 0 RTP/AVP ${payload}`,
    `a=rtpmap:${payload} ${encoding}`,
    ...(parameters === undefined ? [] : [`a=fmtp:${payload} ${parameters}`]),
    `a=control:track${number}`,
  ]);
  return ['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=-', 't=0 0', ...lines, ''].join('\r\n');
}
