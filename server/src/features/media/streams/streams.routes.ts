import type { Clock } from '../../../kernel/clock.ts';
import type { ByteAnswer, ByteRequest, ByteRoute } from '../../../kernel/http/byte-routes.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { type Grant, type ResourceKey, readMediaVersion, type WatchGate } from '../proxy/proxy.port.ts';
import type { LiveStream } from './air/live-stream.ts';
import type { OnAir } from './air/on-air.ts';
import type { OnlyTrack } from './flv/flv-reader.ts';
import { serveFlv } from './flv/serve-flv.ts';
import { serveMaster, servePlaylist, serveSegment } from './hls/serve-hls.ts';
import { pastPath, servePast } from './past/serve-past.ts';
import { relayPath } from './relays/relay.ts';
import { proofHeader, type RelaySigner } from './relays/relay-signer.ts';
import type { Relays } from './relays/relays.ts';
import { serveRelay } from './relays/serve-relay.ts';
import { streamErrors } from './streams.errors.ts';
import type { streamSettings } from './streams.settings.ts';

/** An item, and the version of its source. */
export type MediaVersion = NonNullable<ReturnType<typeof readMediaVersion>>;

export interface RouteParts {
  readonly clock: Clock;
  readonly onAir: OnAir;
  readonly relays: Relays;
  readonly signer: RelaySigner;
  readonly gate: WatchGate;
  readonly settings: SettingValues<typeof streamSettings>;
}

/** The streams of one provider. */
export interface StreamKind {
  /** The provider's name in paths. */
  readonly provider: string;
  /** In the names of the routes. */
  readonly name: string;
  /** The stream that an item plays. @throws AppError */
  readonly find: (roomId: string, media: MediaVersion) => Promise<LiveStream>;
  /** Called when somebody reads HLS of an item. Absent: nobody asks. */
  readonly noteRead?: (mediaId: string) => void;
}

/** The addresses of streams that are sent here, and the one for other processes. */
export function sentStreamRoutes(parts: RouteParts): ByteRoute[] {
  const { onAir, relays } = parts;
  const find: StreamKind['find'] = async (roomId, { mediaId }) =>
    onAir.find(roomId, mediaId) ?? relays.find(roomId, mediaId);
  return [
    ...streamRoutes(parts, { provider: 'rtmp', name: 'live stream', find }),
    { name: 'live stream for another process', path: relayPath, open: async (request) => openRelay(parts, request) },
    { name: 'past of a live stream for another process', path: pastPath, open: (request) => openPast(parts, request) },
  ];
}

/** The addresses from which viewers read the streams of a provider. [LS10] */
export function streamRoutes(parts: Omit<RouteParts, 'signer' | 'clock'>, kind: StreamKind): ByteRoute[] {
  const { onAir, relays, gate, settings } = parts;
  const root = `/api/playback-providers/{roomId}/${kind.provider}/{version}`;
  const keyOf = (request: ByteRequest, noun: string, mode: string) => keyIn(request, kind.provider, noun, mode);
  const findStream = async (key: ResourceKey) => kind.find(key.roomId, mediaOf(key));

  /** Opens a resource of one broadcast. Its playlist and its segments share one signature. */
  function ofGeneration(
    request: ByteRequest,
    serve: (stream: LiveStream, query: string, signal: AbortSignal) => Promise<ByteAnswer> | ByteAnswer,
  ): Promise<ByteAnswer> {
    const { generationId = '' } = request.params;
    const key = keyOf(request, 'hls', generationId);
    return gate.open(request, key, async (grant, signal) => {
      const { mediaId } = mediaOf(key);
      kind.noteRead?.(mediaId);
      const stream =
        onAir.findGeneration(key.roomId, mediaId, generationId) ??
        (await relays.findGeneration(key.roomId, mediaId, generationId));
      return serve(stream, queryOf(gate, key, grant, onlyIn(request)), signal);
    });
  }

  return [
    {
      name: `${kind.name} as FLV`,
      path: `${root}/flv-stream`,
      open: (request) => {
        const key = keyOf(request, 'flv-stream', '');
        return gate.open(request, key, async (_, signal) => serveFlv(await findStream(key), onlyIn(request), signal));
      },
    },
    {
      name: `${kind.name} as HLS`,
      path: `${root}/hls-master`,
      open: (request) => {
        const key = keyOf(request, 'hls-master', '');
        return gate.open(request, key, async (grant, signal) => {
          const stream = await findStream(key);
          const query = queryOf(gate, { ...key, noun: 'hls', mode: stream.generationId }, grant, onlyIn(request));
          return serveMaster(stream, { query: query + pastIn(request), only: onlyIn(request), signal });
        });
      },
    },
    {
      name: `playlist of a ${kind.name}`,
      path: `${root}/hls/{generationId}/index.m3u8`,
      open: (request) =>
        ofGeneration(request, (stream, query, signal) =>
          servePlaylist(stream, { query, signal, isPast: isPastIn(request), ...listIn(request, settings) }),
        ),
    },
    {
      name: `segment of a ${kind.name}`,
      path: `${root}/hls/{generationId}/{segmentName}`,
      open: (request) =>
        ofGeneration(request, ({ hls }, _, signal) => serveSegment(hls, nameIn(request), onlyIn(request), signal)),
    },
  ];
}

/** [LS43] @throws AppError `streams.bad_relay`, `streams.off_air` */
function openRelay(parts: RouteParts, request: ByteRequest): ByteAnswer {
  const { stream, proof } = forProcess(parts, request);
  return serveRelay(stream, proof, parts.clock);
}

/** [LS73] @throws AppError as `openRelay` */
async function openPast(parts: RouteParts, request: ByteRequest): Promise<ByteAnswer> {
  const { stream, proof } = forProcess(parts, request);
  return servePast(stream.hls.window.past, request.params['piece'] ?? '', proof);
}

/** The stream that another process asks for, and the answer to its signature. @throws AppError as `openRelay` */
function forProcess({ signer, onAir }: RouteParts, { params, query }: ByteRequest) {
  const { generationId = '' } = params;
  const given = { exp: query.get('exp') ?? '', sig: query.get('sig') ?? '' };
  if (!signer.isValid(generationId, given)) throw streamErrors.bad_relay();
  const stream = onAir.findTaken(generationId);
  if (!stream) throw streamErrors.off_air();
  return { stream, proof: { [proofHeader]: signer.proofOf(given) } };
}

function listIn({ query }: ByteRequest, { tsDisguisedAsPng }: RouteParts['settings']) {
  return { directives: query, isDisguised: tsDisguisedAsPng };
}

function keyIn({ params }: ByteRequest, provider: string, noun: string, mode: string): ResourceKey {
  const { roomId = '', version = '' } = params;
  return { roomId, provider, version, noun, mode, index: 0 };
}

function nameIn({ params }: ByteRequest): string {
  return params['segmentName'] ?? '';
}

/** @throws AppError `streams.off_air` */
function mediaOf({ version }: ResourceKey): MediaVersion {
  const media = readMediaVersion(version);
  if (!media) throw streamErrors.off_air();
  return media;
}

/** `?only=audio` and `?only=video`. */
function onlyIn({ query }: ByteRequest): OnlyTrack {
  const only = query.get('only');
  return only === 'audio' || only === 'video' ? only : undefined;
}

/** `?past=1`: for those who go back. [LS70] */
function isPastIn({ query }: ByteRequest): boolean {
  return query.get('past') === '1';
}

/** For the address of the playlist below. */
function pastIn(request: ByteRequest): string {
  return isPastIn(request) ? '&past=1' : '';
}

function queryOf(gate: WatchGate, key: ResourceKey, grant: Grant, only: OnlyTrack): string {
  return `${gate.queryFor(key, grant)}${only ? `&only=${only}` : ''}`;
}
