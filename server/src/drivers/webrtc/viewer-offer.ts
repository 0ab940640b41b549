/**
 * Parses the offer of a viewer of one stream (WHEP; SDP as in RFC 8866 and RFC 8829), and rewrites it from the parsed
 * values alone. Pure. [RTC1] [RTC9]
 */
import {
  BadOffer,
  type Extension,
  extensionsOf,
  findOpus,
  formatOf,
  mediaLineOf,
  midOf,
  openOffer,
  typesOf,
  writeOffer,
} from './sdp.ts';

interface RequestedMedia {
  readonly kind: 'audio' | 'video';
  readonly mid: string;
  readonly payloadType: number;
  readonly format: string | undefined;
  readonly extensions: readonly Extension[];
}

export interface ViewerOffer {
  readonly ufrag: string;
  /** The rewritten offer. */
  readonly sdp: string;
}

/** H.264 profiles that are sent, in ascending order of capability (H.264, annex A.2). */
const profiles: readonly number[] = [66, 77, 100];

/** `profile`: the stream's profile (`profile_idc`). @throws BadOffer */
export function readViewerOffer(text: string, profile: number): ViewerOffer {
  const { security, sections, check } = openOffer(text);
  const media = check(sections.map((section) => readMedia(section, profile)));
  if (!media.some(({ kind }) => kind === 'video')) throw new BadOffer('no_media');
  return { ufrag: security.ufrag, sdp: writeOffer(media, security, writeMedia) };
}

function readMedia(lines: readonly string[], profile: number): RequestedMedia {
  const { kind, offered } = mediaLineOf(lines);
  if (lines.includes('a=sendonly') || lines.includes('a=inactive')) throw new BadOffer('no_media');
  const mid = midOf(lines);
  const payloadType = kind === 'audio' ? findOpus(lines) : findH264(lines, profile);
  if (payloadType === undefined || !offered.has(payloadType)) throw new BadOffer('no_media');
  return { kind, mid, payloadType, format: formatOf(lines, payloadType), extensions: extensionsOf(lines) };
}

/**
 * The lowest profile that decodes the stream, with fragmentation (RFC 6184, mode 1). Chromium does not offer high
 * profile, but decodes it: so if no offered profile is enough, the highest one is used.
 */
function findH264(lines: readonly string[], profile: number): number | undefined {
  const rankOf = (type: number) => {
    const format = formatOf(lines, type) ?? '';
    if (!/packetization-mode=1/.test(format)) return -1;
    // The default is baseline (section 8.1).
    return profiles.indexOf(Number.parseInt(/profile-level-id=([\da-f]{2})/i.exec(format)?.[1] ?? '42', 16));
  };
  const least = profiles.indexOf(profile);
  const offered = typesOf(lines, /^h264\/90000$/i).filter((type) => rankOf(type) >= 0);
  const ranked = offered.sort((a, b) => rankOf(a) - rankOf(b));
  return ranked.find((type) => rankOf(type) >= least) ?? ranked.at(-1);
}

function writeMedia({ kind, mid, payloadType, format, extensions }: RequestedMedia): string[] {
  const feedback = kind === 'video' ? ['nack', 'nack pli'] : [];
  return [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF ${payloadType}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    'a=recvonly',
    'a=rtcp-mux',
    ...extensions.map(({ id, uri }) => `a=extmap:${id} ${uri}`),
    `a=rtpmap:${payloadType} ${kind === 'video' ? 'H264/90000' : 'opus/48000/2'}`,
    ...feedback.map((one) => `a=rtcp-fb:${payloadType} ${one}`),
    ...(format === undefined ? [] : [`a=fmtp:${payloadType} ${format}`]),
  ];
}
