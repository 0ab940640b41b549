/**
 * Parses the common parts of publishers' and viewers' offers (SDP as in RFC 8866 and RFC 8829), and rewrites them.
 * Pure. [RTC1]
 */

/** Why an offer is refused. `no_media`: a media section is neither H.264 nor Opus, or has the wrong direction. */
export type OfferFault = 'not_sdp' | 'no_media' | 'too_many_media' | 'not_bundled';

export class BadOffer extends Error {
  readonly fault: OfferFault;

  constructor(fault: OfferFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Most bytes of an offer. */
export const maxOfferBytes = 10_000;
const maxLines = 500;

/** The only supported header extension: the media section of a packet. */
const extensionUris = new Set(['urn:ietf:params:rtp-hdrext:sdes:mid']);

/** An RTP header extension. */
export interface Extension {
  readonly id: number;
  readonly uri: string;
}

interface AnyMedia {
  readonly kind: 'audio' | 'video';
  readonly mid: string;
}

/**
 * The security of an offer, and the lines of each media section. `check` takes the parsed sections, and refuses two of
 * one kind or name, and more than one transport. @throws BadOffer
 */
export function openOffer(text: string) {
  const [session, ...sections] = sectionsOf(text);
  if (!session || sections.length === 0) throw new BadOffer('not_sdp');
  if (sections.length > 2) throw new BadOffer('too_many_media');
  const security = securityOf(session, sections);
  function check<M extends AnyMedia>(media: readonly M[]): readonly M[] {
    if (new Set(media.map(({ kind }) => kind)).size !== media.length) throw new BadOffer('too_many_media');
    if (new Set(media.map(({ mid }) => mid)).size !== media.length) throw new BadOffer('not_sdp');
    const bundle = attributeOf(session!, 'group')?.split(' ') ?? [];
    const isBundled = bundle[0] === 'BUNDLE' && media.every(({ mid }) => bundle.includes(mid));
    if (media.length > 1 && !isBundled) throw new BadOffer('not_bundled');
    return media;
  }
  return { security, sections, check };
}

/** The lines of the session, and those of each media section. */
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

/** The value of the first attribute with this name; undefined: missing. */
function attributeOf(lines: readonly string[], name: string): string | undefined {
  return attributesOf(lines, name)[0];
}

export function attributesOf(lines: readonly string[], name: string): string[] {
  const start = `a=${name}:`;
  return lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
}

interface Security {
  readonly ufrag: string;
  readonly password: string;
  readonly fingerprint: string;
  readonly setup: string;
}

/** From the session, or from the first media section, whose transport all share. */
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

/** The kind and payload types in the first line of a media section. @throws BadOffer */
export function mediaLineOf(lines: readonly string[]) {
  const [, kind, protocol = '', formats = ''] = /^m=(audio|video) \d+ (\S+) ([\d ]+)$/.exec(lines[0]!) ?? [];
  if ((kind !== 'audio' && kind !== 'video') || protocol !== 'UDP/TLS/RTP/SAVPF') throw new BadOffer('no_media');
  return { kind, offered: new Set(formats.trim().split(' ').map(Number)) } as const;
}

/** @throws BadOffer */
export function midOf(lines: readonly string[]): string {
  const mid = attributeOf(lines, 'mid') ?? '';
  if (!/^[\w-]{1,32}$/.test(mid) || !lines.includes('a=rtcp-mux')) throw new BadOffer('not_sdp');
  return mid;
}

export function extensionsOf(lines: readonly string[]): readonly Extension[] {
  return attributesOf(lines, 'extmap').flatMap((value) => {
    const [, id, uri = ''] = /^(\d{1,2})(?:\/\w+)? (\S+)$/.exec(value) ?? [];
    return extensionUris.has(uri) && Number(id) >= 1 && Number(id) <= 14 ? [{ id: Number(id), uri }] : [];
  });
}

/** Payload types of a codec, in the order of the sender's preference. */
export function typesOf(lines: readonly string[], codec: RegExp): number[] {
  const first = lines[0]!.split(' ').slice(3).map(Number);
  const types = attributesOf(lines, 'rtpmap').flatMap((value) => {
    const [, type, name = ''] = /^(\d{1,3}) (\S+)$/.exec(value) ?? [];
    return codec.test(name) && Number(type) <= 127 ? [Number(type)] : [];
  });
  return types.sort((a, b) => first.indexOf(a) - first.indexOf(b));
}

/** Undefined: missing, or with characters that are not allowed there. */
export function formatOf(lines: readonly string[], type: number): string | undefined {
  const format = attributesOf(lines, 'fmtp').find((value) => value.startsWith(`${type} `));
  const text = format?.slice(`${type} `.length);
  return text !== undefined && /^[\w=;,. +-]{1,300}$/.test(text) ? text : undefined;
}

export const findOpus = (lines: readonly string[]) => typesOf(lines, /^opus\/48000\/2$/i)[0];

/** An offer with the lines of each media section, on one transport. */
export function writeOffer<M extends AnyMedia>(
  media: readonly M[],
  { ufrag, password, fingerprint, setup }: Security,
  writeMedia: (one: M) => readonly string[],
): string {
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
