/** The addresses of WHEP: one for each live stream, and one for each session (draft-ietf-wish-whep). [WHE1]–[WHE5] */
import { BadOffer, maxOfferBytes } from '../../../drivers/webrtc/sdp.ts';
import { readViewerOffer, type ViewerOffer } from '../../../drivers/webrtc/viewer-offer.ts';
import type { ByteAnswer, ByteRoute, ByteUpload } from '../../../kernel/http/byte-routes.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { type ResourceKey, readMediaVersion, type WatchGate } from '../proxy/proxy.port.ts';
import type { LiveStream } from '../streams/air/live-stream.ts';
import { streamErrors } from '../streams/streams.errors.ts';
import type { StreamKind } from '../streams/streams.routes.ts';
import { profileOf } from './carried.ts';
import { whepErrors } from './whep.errors.ts';
import type { whepSettings } from './whep.settings.ts';
import type { WhepSessions } from './whep-sessions.ts';

export interface WhepRouteParts {
  readonly settings: SettingValues<typeof whepSettings>;
  readonly sessions: WhepSessions;
  readonly gate: WatchGate;
}

type Kind = Pick<StreamKind, 'provider' | 'find'>;

const offerType = 'application/sdp';
/** The word for WHEP in paths. */
export const whepNoun = 'whep';
/** Server time of millisecond 0 of the stream, since 1970: by it players know how far behind they are. */
const zeroHeader = 'matinee-stream-zero-ms';

export function whepRoutes(parts: WhepRouteParts, { provider, find }: Kind): ByteRoute[] {
  const root = `/api/playback-providers/{roomId}/${provider}/{version}/${whepNoun}`;
  const nothing = async () => {
    throw whepErrors.no_session();
  };
  const name = `${provider} stream by WHEP`;
  return [
    {
      name,
      path: root,
      open: nothing,
      protocol: {
        ...{ name, methods: ['POST'], acceptPost: offerType },
        answer: (request) => begin(parts, { provider, find }, request),
      },
    },
    {
      name: `session of a ${name}`,
      path: `${root}/{session}`,
      open: nothing,
      protocol: {
        ...{ name: `end of a ${name}`, methods: ['DELETE'] },
        answer: (request) => end(parts, request),
      },
    },
  ];
}

/** @throws AppError */
function begin({ settings, sessions, gate }: WhepRouteParts, kind: Kind, request: ByteUpload): Promise<ByteAnswer> {
  const { roomId = '', version = '' } = request.params;
  const key: ResourceKey = { roomId, provider: kind.provider, version, noun: whepNoun, mode: '', index: 0 };
  return gate.open(request, key, async ({ viewer }, signal) => {
    if (!settings.enabled) throw whepErrors.switched_off();
    const text = await readBody(request);
    const media = readMediaVersion(version);
    if (!media) throw streamErrors.off_air();
    const stream = await kind.find(roomId, media);
    if (!(await stream.settled(signal))) throw streamErrors.off_air();
    sessions.check(stream);
    const watch = (lose: () => void) => gate.onLost(viewer, roomId, lose);
    const { name, answer } = await sessions.begin(stream, readOffer(text, stream), watch);
    if (signal.aborted) sessions.end(name);
    const body = Buffer.from(answer);
    return {
      status: 201,
      headers: {
        'content-type': offerType,
        'content-length': String(body.length),
        'cache-control': 'no-store',
        // Relative to the address that was asked, whatever stands before it.
        location: `${whepNoun}/${name}`,
        etag: `"${name}"`,
        [zeroHeader]: String(Math.round(stream.zeroMs)),
      },
      write: async (out) => void out.write(body),
    };
  });
}

/** @throws AppError */
async function end({ sessions }: WhepRouteParts, request: ByteUpload): Promise<ByteAnswer> {
  await request.spend();
  if (!sessions.end(request.params['session'] ?? '')) throw whepErrors.no_session();
  return { status: 200, headers: { 'content-length': '0' }, write: async () => {} };
}

/** @throws AppError `whep.wrong_type`, `whep.too_long` */
async function readBody({ headers, body, contentLength }: ByteUpload): Promise<string> {
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (type !== offerType) throw whepErrors.wrong_type();
  if ((contentLength ?? 0) > maxOfferBytes) throw whepErrors.too_long();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > maxOfferBytes) throw whepErrors.too_long();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** @throws AppError `whep.not_sdp`, `whep.no_codec` */
function readOffer(text: string, stream: LiveStream): ViewerOffer {
  try {
    return readViewerOffer(text, profileOf(stream));
  } catch (cause) {
    if (!(cause instanceof BadOffer)) throw cause;
    throw cause.fault === 'no_media' || cause.fault === 'too_many_media' ? whepErrors.no_codec() : whepErrors.not_sdp();
  }
}
