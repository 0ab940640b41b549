/** The addresses of WHEP: one for each live stream, and one for each session (draft-ietf-wish-whep). [WHE1]–[WHE5] */
import { readViewerOffer } from '../../../drivers/webrtc/viewer-offer.ts';
import type { ByteAnswer, ByteRoute, ByteUpload } from '../../../kernel/http/byte-routes.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { type ResourceKey, readMediaVersion, type WatchGate } from '../proxy/proxy.port.ts';
import { streamErrors } from '../streams/streams.errors.ts';
import type { StreamKind } from '../streams/streams.routes.ts';
import { offerIn, offerType, sessionBegun, sessionEnded } from '../whip/offers.ts';
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
    const media = readMediaVersion(version);
    if (!media) throw streamErrors.off_air();
    const stream = await kind.find(roomId, media);
    if (!(await stream.settled(signal))) throw streamErrors.off_air();
    sessions.check(stream);
    const watch = (lose: () => void) => gate.onLost(viewer, roomId, lose);
    const offer = await offerIn(request, (text) => readViewerOffer(text, profileOf(stream)), whepErrors);
    const { name, answer } = await sessions.begin(stream, offer, watch);
    if (signal.aborted) sessions.end(name);
    const zero = { [zeroHeader]: String(Math.round(stream.zeroMs)) };
    return sessionBegun(answer, `${whepNoun}/${name}`, name, zero);
  });
}

/** @throws AppError */
async function end({ sessions }: WhepRouteParts, request: ByteUpload): Promise<ByteAnswer> {
  await request.spend();
  if (!sessions.end(request.params['session'] ?? '')) throw whepErrors.no_session();
  return sessionEnded;
}
