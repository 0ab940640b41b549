import type { Clock } from '../../../kernel/clock.ts';
import type { ByteAnswer, ByteRequest, ByteRoute } from '../../../kernel/http/byte-routes.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { type ResourceKey, readMediaVersion, type WatchGate } from '../proxy/proxy.port.ts';
import type { LiveStream } from './air/live-stream.ts';
import type { OnAir } from './air/on-air.ts';
import type { OnlyTrack } from './flv/flv-reader.ts';
import { serveFlv } from './flv/serve-flv.ts';
import { serveMaster, servePlaylist, serveSegment } from './hls/serve-hls.ts';
import type { Ladder, OpenRung } from './ladder/ladder.ts';
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
  readonly ladder: Pick<Ladder, 'open'>;
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
  return [
    ...streamRoutes(parts, { provider: 'rtmp', name: 'live stream', find: findSent(parts) }),
    { name: 'live stream for another process', path: relayPath, open: async (request) => openRelay(parts, request) },
    { name: 'past of a live stream for another process', path: pastPath, open: (request) => openPast(parts, request) },
  ];
}

/** Finds what is sent here, to whatever process. */
export function findSent({ onAir, relays }: Pick<RouteParts, 'onAir' | 'relays'>): StreamKind['find'] {
  return async (roomId, { mediaId }) => onAir.find(roomId, mediaId) ?? relays.find(roomId, mediaId);
}

/** What the addresses for viewers are made of. */
type ViewerParts = Omit<RouteParts, 'signer' | 'clock'>;

/** The addresses from which viewers read the streams of a provider. [LS10] */
export function streamRoutes(parts: ViewerParts, kind: StreamKind): ByteRoute[] {
  const root = `/api/playback-providers/{roomId}/${kind.provider}/{version}`;
  const flv = (request: ByteRequest) =>
    openPresent(parts, kind, request, 'flv-stream', ({ stream, only, signal }) => serveFlv(stream, only, signal));
  const master = (request: ByteRequest, base: string) =>
    openPresent(parts, kind, request, 'hls-master', ({ stream, only, query, signal }) =>
      serveMaster(stream, { query: query + pastIn(request), only, signal, base }),
    );
  const flvName = `${kind.name} as FLV`;
  const hlsName = `${kind.name} as HLS`;
  return [
    { name: flvName, path: `${root}/flv-stream`, open: flv },
    { name: `rung of a ${flvName}`, path: `${root}/flv-stream/{rung}/0`, open: flv },
    { name: hlsName, path: `${root}/hls-master`, open: (request) => master(request, '') },
    { name: `rung of a ${hlsName}`, path: `${root}/hls-master/{rung}/0`, open: (request) => master(request, '../../') },
    {
      name: `playlist of a ${kind.name}`,
      path: `${root}/hls/{generationId}/index.m3u8`,
      open: (request) =>
        openGeneration(parts, kind, request, ({ stream, query, signal }) =>
          servePlaylist(stream, { query, signal, isPast: isPastIn(request), ...listIn(request, parts.settings) }),
        ),
    },
    {
      name: `segment of a ${kind.name}`,
      path: `${root}/hls/{generationId}/{segmentName}`,
      open: (request) =>
        openGeneration(parts, kind, request, ({ stream, only, signal }) =>
          serveSegment(stream.hls, nameIn(request), only, signal),
        ),
    },
  ];
}

/** What a viewer reads. */
interface Opened {
  readonly stream: LiveStream;
  readonly only: OnlyTrack;
  /** The query of the addresses in the answer. */
  readonly query: string;
  readonly signal: AbortSignal;
}

type Serve = (opened: Opened) => Promise<ByteAnswer>;

/** Opens the present stream, or a rung of it. [LS80] */
function openPresent(
  { ladder, gate }: ViewerParts,
  kind: StreamKind,
  request: ByteRequest,
  noun: string,
  serve: Serve,
): Promise<ByteAnswer> {
  const rung = request.params['rung'] ?? '';
  const key = keyIn(request, kind.provider, noun, rung);
  return gate.open(request, key, async (grant, signal) => {
    const source = await kind.find(key.roomId, mediaOf(key));
    // Only the size of the source has a past.
    const open = await ladder.open(source, isPastIn(request) ? '' : rung, signal);
    const generation = { ...key, noun: 'hls', mode: open.stream.generationId };
    return unlessFailed(open, () => serve(opened(request, open, gate.queryFor(generation, grant), rung, signal)));
  });
}

/** Opens a resource of one broadcast. Its playlist and its segments share one signature. */
function openGeneration(
  { ladder, gate, onAir, relays }: ViewerParts,
  kind: StreamKind,
  request: ByteRequest,
  serve: Serve,
): Promise<ByteAnswer> {
  const { generationId = '' } = request.params;
  const key = keyIn(request, kind.provider, 'hls', generationId);
  return gate.open(request, key, async (grant, signal) => {
    const { mediaId } = mediaOf(key);
    kind.noteRead?.(mediaId);
    const source =
      onAir.findGeneration(key.roomId, mediaId, generationId) ??
      (await relays.findGeneration(key.roomId, mediaId, generationId));
    const rung = request.query.get('rung') ?? '';
    const open = await ladder.open(source, rung, signal);
    return unlessFailed(open, () => serve(opened(request, open, gate.queryFor(key, grant), rung, signal)));
  });
}

function opened(request: ByteRequest, open: OpenRung, signature: string, rung: string, signal: AbortSignal): Opened {
  const { stream, only = onlyIn(request) } = open;
  const query = `${signature}${only ? `&only=${only}` : ''}${open.rung ? `&rung=${rung}` : ''}`;
  return { stream, only, query, signal };
}

/** If a rung fails while a viewer waits, the error says that, not that the stream is over. [LS84] @throws AppError */
async function unlessFailed({ rung }: OpenRung, serve: () => Promise<ByteAnswer>): Promise<ByteAnswer> {
  return serve().finally(() => {
    if (rung?.hasFailed) throw streamErrors.rung_failed();
  });
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
