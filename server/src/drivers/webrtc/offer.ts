/**
 * Parses a publisher's offer (RFC 9725; SDP as in RFC 8866 and RFC 8829), and rewrites it from the parsed values alone:
 * so the WebRTC library sees no line made up by a stranger, and no address to send to. Pure. [RTC1]
 */
import {
  attributesOf,
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

interface OfferedMedia {
  readonly kind: 'audio' | 'video';
  readonly mid: string;
  readonly payloadType: number;
  readonly format: string | undefined;
  /** The stream of retransmissions (RFC 4588). */
  readonly rtx: { readonly payloadType: number; readonly ssrc: number } | undefined;
  readonly ssrc: number;
  readonly extensions: readonly Extension[];
}

export interface Offer {
  readonly ufrag: string;
  readonly media: readonly OfferedMedia[];
  /** The rewritten offer. */
  readonly sdp: string;
}

/** @throws BadOffer */
export function readOffer(text: string): Offer {
  const { security, sections, check } = openOffer(text);
  const media = check(sections.map((section) => readMedia(section)));
  return { ufrag: security.ufrag, media, sdp: writeOffer(media, security, writeMedia) };
}

function readMedia(lines: readonly string[]): OfferedMedia {
  const { kind, offered } = mediaLineOf(lines);
  if (lines.includes('a=recvonly') || lines.includes('a=inactive')) throw new BadOffer('no_media');
  const mid = midOf(lines);
  const payloadType = kind === 'audio' ? findOpus(lines) : findH264(lines);
  if (payloadType === undefined || !offered.has(payloadType)) throw new BadOffer('no_media');
  const sources = attributesOf(lines, 'ssrc').map((value) => Number(/^\d{1,10}(?= )/.exec(value)?.[0]));
  const ssrc = sources[0];
  if (ssrc === undefined || !isSource(ssrc)) throw new BadOffer('not_sdp');
  const rtx = kind === 'video' ? findRtx(lines, payloadType, ssrc) : undefined;
  return { kind, mid, payloadType, format: formatOf(lines, payloadType), rtx, ssrc, extensions: extensionsOf(lines) };
}

const isSource = (ssrc: number) => Number.isInteger(ssrc) && ssrc >= 0 && ssrc < 2 ** 32;

/**
 * Fragmented pictures need mode 1. Senders of mode 0 make pictures that fit into a packet; mode 0 is the last choice.
 */
function findH264(lines: readonly string[]): number | undefined {
  const types = typesOf(lines, /^h264\/90000$/i);
  const isMode1 = (type: number) => /packetization-mode=1/.test(formatOf(lines, type) ?? '');
  // Without B-frames (constrained baseline), browsers have the lowest delay, and all of them decode it.
  const isBaseline = (type: number) => /profile-level-id=42/i.test(formatOf(lines, type) ?? '');
  return types.find((type) => isMode1(type) && isBaseline(type)) ?? types.find(isMode1) ?? types[0];
}

function findRtx(lines: readonly string[], payloadType: number, ssrc: number): OfferedMedia['rtx'] {
  const type = typesOf(lines, /^rtx\/90000$/i).find((one) => formatOf(lines, one) === `apt=${payloadType}`);
  const group = attributesOf(lines, 'ssrc-group').map((value) => value.split(' '));
  const pair = group.find(([kind, first]) => kind === 'FID' && Number(first) === ssrc);
  const again = Number(pair?.[2]);
  return type !== undefined && isSource(again) ? { payloadType: type, ssrc: again } : undefined;
}

function writeMedia({ kind, mid, payloadType, format, rtx, ssrc, extensions }: OfferedMedia): string[] {
  const types = [payloadType, ...(rtx ? [rtx.payloadType] : [])].join(' ');
  const feedback = kind === 'video' ? ['nack', 'nack pli', 'goog-remb'] : [];
  return [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF ${types}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    'a=sendonly',
    'a=rtcp-mux',
    ...extensions.map(({ id, uri }) => `a=extmap:${id} ${uri}`),
    `a=rtpmap:${payloadType} ${kind === 'video' ? 'H264/90000' : 'opus/48000/2'}`,
    ...feedback.map((one) => `a=rtcp-fb:${payloadType} ${one}`),
    ...(format === undefined ? [] : [`a=fmtp:${payloadType} ${format}`]),
    ...(rtx ? [`a=rtpmap:${rtx.payloadType} rtx/90000`, `a=fmtp:${rtx.payloadType} apt=${payloadType}`] : []),
    ...(rtx ? [`a=ssrc-group:FID ${ssrc} ${rtx.ssrc}`] : []),
    `a=ssrc:${ssrc} cname:publisher`,
    ...(rtx ? [`a=ssrc:${rtx.ssrc} cname:publisher`] : []),
  ];
}
