/**
 * Reads the offer of a publisher (RFC 9725; SDP as in RFC 8866 and RFC 8829), and writes it anew with nothing but what was
 * understood: so the WebRTC library sees no line that a stranger made up, and no address to send to. Pure. [RTC1]
 */

/** Why an offer is refused. `no_media`: neither H.264 nor Opus is offered, or not by somebody who sends. */
export type OfferFault = 'not_sdp' | 'no_media' | 'too_many_media' | 'not_bundled';

export class BadOffer extends Error {
  readonly fault: OfferFault;

  constructor(fault: OfferFault) {
    super(fault);
    this.fault = fault;
  }
}

interface OfferedMedia {
  readonly kind: 'audio' | 'video';
  readonly mid: string;
  readonly payloadType: number;
  readonly format: string | undefined;
  /** Under which lost packets are sent again (RFC 4588). */
  readonly rtx: { readonly payloadType: number; readonly ssrc: number } | undefined;
  readonly ssrc: number;
  readonly extensions: readonly { readonly id: number; readonly uri: string }[];
}

export interface Offer {
  readonly ufrag: string;
  readonly media: readonly OfferedMedia[];
  /** The offer, written anew. */
  readonly sdp: string;
}

/** Most bytes of an offer. */
export const maxOfferBytes = 10_000;
const maxLines = 500;

/** The extension that is of use here: which media a packet belongs to. */
const extensionUris = new Set(['urn:ietf:params:rtp-hdrext:sdes:mid']);

/** @throws BadOffer */
export function readOffer(text: string): Offer {
  const [session, ...sections] = sectionsOf(text);
  if (!session || sections.length === 0) throw new BadOffer('not_sdp');
  if (sections.length > 2) throw new BadOffer('too_many_media');
  const security = securityOf(session, sections);
  const media = sections.map((section) => readMedia(section));
  if (new Set(media.map(({ kind }) => kind)).size !== media.length) throw new BadOffer('too_many_media');
  if (new Set(media.map(({ mid }) => mid)).size !== media.length) throw new BadOffer('not_sdp');
  const bundle = attributeOf(session, 'group')?.split(' ') ?? [];
  const isBundled = bundle[0] === 'BUNDLE' && media.every(({ mid }) => bundle.includes(mid));
  if (media.length > 1 && !isBundled) throw new BadOffer('not_bundled');
  return { ufrag: security.ufrag, media, sdp: write(media, security) };
}

/** The lines of the session, and those of each media. */
function sectionsOf(text: string): string[][] {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  if (lines[0] !== 'v=0' || lines.length > maxLines || lines.some((line) => !/^[a-z]=/.test(line)))
    throw new BadOffer('not_sdp');
  const sections: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([]);
    sections.at(-1)!.push(line);
  }
  return sections;
}

/** The value of the first attribute of this name; undefined: there is none. */
function attributeOf(lines: readonly string[], name: string): string | undefined {
  return attributesOf(lines, name)[0];
}

function attributesOf(lines: readonly string[], name: string): string[] {
  const start = `a=${name}:`;
  return lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
}

interface Security {
  readonly ufrag: string;
  readonly password: string;
  readonly fingerprint: string;
  readonly setup: string;
}

/** Of the session, or of the first media, whose transport all use. */
function securityOf(session: readonly string[], sections: readonly (readonly string[])[]): Security {
  const lines = [...session, ...sections[0]!];
  const read = (name: string, form: RegExp) => {
    const value = attributeOf(lines, name);
    if (value === undefined || !form.test(value)) throw new BadOffer('not_sdp');
    return value;
  };
  return {
    // RFC 8839, section 5.4.
    ufrag: read('ice-ufrag', /^[a-zA-Z0-9+/]{4,256}$/),
    password: read('ice-pwd', /^[a-zA-Z0-9+/]{22,256}$/),
    fingerprint: read('fingerprint', /^sha-256 ([0-9a-f]{2}:){31}[0-9a-f]{2}$/i),
    setup: read('setup', /^(actpass|active|passive)$/),
  };
}

function readMedia(lines: readonly string[]): OfferedMedia {
  const [, kind, protocol = '', formats = ''] = /^m=(audio|video) \d+ (\S+) ([\d ]+)$/.exec(lines[0]!) ?? [];
  if ((kind !== 'audio' && kind !== 'video') || protocol !== 'UDP/TLS/RTP/SAVPF') throw new BadOffer('no_media');
  if (lines.includes('a=recvonly') || lines.includes('a=inactive')) throw new BadOffer('no_media');
  const mid = attributeOf(lines, 'mid') ?? '';
  if (!/^[\w-]{1,32}$/.test(mid) || !lines.includes('a=rtcp-mux')) throw new BadOffer('not_sdp');
  const offered = new Set(formats.trim().split(' ').map(Number));
  const payloadType = kind === 'audio' ? findOpus(lines) : findH264(lines);
  if (payloadType === undefined || !offered.has(payloadType)) throw new BadOffer('no_media');
  const sources = attributesOf(lines, 'ssrc').map((value) => Number(/^\d{1,10}(?= )/.exec(value)?.[0]));
  const ssrc = sources[0];
  if (ssrc === undefined || !isSource(ssrc)) throw new BadOffer('not_sdp');
  const rtx = kind === 'video' ? findRtx(lines, payloadType, ssrc) : undefined;
  const extensions = attributesOf(lines, 'extmap').flatMap((value) => {
    const [, id, uri = ''] = /^(\d{1,2})(?:\/\w+)? (\S+)$/.exec(value) ?? [];
    return extensionUris.has(uri) && Number(id) >= 1 && Number(id) <= 14 ? [{ id: Number(id), uri }] : [];
  });
  return { kind, mid, payloadType, format: formatOf(lines, payloadType), rtx, ssrc, extensions };
}

const isSource = (ssrc: number) => Number.isInteger(ssrc) && ssrc >= 0 && ssrc < 2 ** 32;

/** Payload types of a codec, in the order of the sender's preference. */
function typesOf(lines: readonly string[], codec: RegExp): number[] {
  const first = lines[0]!.split(' ').slice(3).map(Number);
  const types = attributesOf(lines, 'rtpmap').flatMap((value) => {
    const [, type, name = ''] = /^(\d{1,3}) (\S+)$/.exec(value) ?? [];
    return codec.test(name) && Number(type) <= 127 ? [Number(type)] : [];
  });
  return types.sort((a, b) => first.indexOf(a) - first.indexOf(b));
}

/** Only characters that such a line may have. */
function formatOf(lines: readonly string[], type: number): string | undefined {
  const format = attributesOf(lines, 'fmtp').find((value) => value.startsWith(`${type} `));
  const text = format?.slice(`${type} `.length);
  return text !== undefined && /^[\w=;,. +-]{1,300}$/.test(text) ? text : undefined;
}

const findOpus = (lines: readonly string[]) => typesOf(lines, /^opus\/48000\/2$/i)[0];

/** Packets that hold parts of pictures need mode 1; senders of mode 0 make pictures that fit, and are taken last. */
function findH264(lines: readonly string[]): number | undefined {
  const types = typesOf(lines, /^h264\/90000$/i);
  const isMode1 = (type: number) => /packetization-mode=1/.test(formatOf(lines, type) ?? '');
  // Without B-frames (constrained baseline) browsers have the least delay, and all of them decode it.
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

function write(media: readonly OfferedMedia[], { ufrag, password, fingerprint, setup }: Security): string {
  const session = [
    'v=0',
    'o=- 0 0 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${media.map(({ mid }) => mid).join(' ')}`,
  ];
  const transport = [
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${password}`,
    `a=fingerprint:${fingerprint}`,
    `a=setup:${setup}`,
  ];
  return [...session, ...media.flatMap((one) => [...writeMedia(one), ...transport]), ''].join('\r\n');
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
