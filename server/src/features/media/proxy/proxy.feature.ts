import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import type { UpstreamClient } from '../../../drivers/upstream/upstream.ts';
import type { Principal } from '../../../kernel/call.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { handleAdmin } from '../../../kernel/handler.ts';
import type { ByteRequest, ByteRoute } from '../../../kernel/http/byte-routes.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Bus } from '../../../realtime/bus.ts';
import { concernedBy, isConcerned, type StandingEvent } from '../../../realtime/standing-events.ts';
import { type Termination, terminationTopic } from '../../../realtime/terminations.ts';
import type { Database } from '../../../store/database.ts';
import type { StoredEvent } from '../../../store/events/event.ts';
import type { Relay } from '../../../store/events/relay.ts';
import type { Sessions } from '../../accounts/sessions/sessions.port.ts';
import type { Feature } from '../../feature.ts';
import type { Audit, Doer } from '../../record/audit/audit.port.ts';
import type { Members } from '../../rooms/members/members.port.ts';
import { makeWatchGate } from './admission.ts';
import { makeFilmSubtitles } from './film-subtitles/film-subtitles.ts';
import { followRooms } from './followed-rooms.ts';
import { makeLocalFilms } from './local-films.ts';
import { markLoops } from './loops.ts';
import { makeManifestTexts } from './manifests/manifest-texts.ts';
import { proxyErrors } from './proxy.errors.ts';
import type { LocalFilms, PlaybackResolver, PlaybackUrls, ResourceKey, WatchGate } from './proxy.port.ts';
import { type ProxyParts, serve } from './proxy.service.ts';
import { makeResolving, type Resolving } from './resolving.ts';
import { makeSigner, type Signature, signatureIn } from './signing.ts';
import { makeEveryCache } from './slices/every-cache.ts';
import { SliceCache } from './slices/slice-cache.ts';
import { SliceStore } from './slices/slice-store.ts';
import { makeMemoryBudget } from './small/memory-budget.ts';
import { makeSmallBodies } from './small/small-bodies.ts';
import { makeStoryboards } from './storyboards/storyboards.ts';
import { makeViewers, type Viewers } from './viewers.ts';

/** Most bytes of small bodies and playlists in memory that are being loaded or read. */
const maxHeldBytes = 256 * 1_048_576;

interface Parts {
  readonly db: Database;
  readonly audit: Audit;
  readonly secret: string;
  readonly upstream: UpstreamClient;
  /** The folder for slices of films, and its size; undefined: no slices are kept. */
  readonly cache: { readonly folder: string; readonly maxBytes: number } | undefined;
  readonly bus: Bus;
  readonly replicaId: string;
  /** Number of live replicas, this one included. */
  readonly replicaCount: () => number;
  readonly relay: Relay;
  readonly sessions: Sessions;
  readonly members: Members;
  readonly resolvers: () => readonly PlaybackResolver[];
  /** Events after which the rights of members may have changed. */
  readonly standingEvents: () => readonly StandingEvent[];
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: {
    counter(name: string, help: string, read: () => number): void;
    gauge(name: string, help: string, read: () => number): void;
  };
}

/** Carries the bytes of films from upstream to viewers. */
export function proxyFeature(
  parts: Parts,
): Feature & { playbackUrls: PlaybackUrls; gate: WatchGate; localFilms: LocalFilms } {
  const { secret, relay, sessions, clock, log } = parts;
  const { upstream, isLoop } = markLoops(parts.upstream, secret);
  const signer = makeSigner(secret, clock);
  const resolving = makeResolving(parts.resolvers, clock);
  const { rooms, viewers } = makeAudience(parts, resolving);
  const store = parts.cache && new SliceStore(parts.cache.folder, parts.cache.maxBytes, parts.replicaId);
  const slices = store && new SliceCache({ store, upstream, clock, log });
  const authenticate = (bearer: string): Promise<Principal> => sessions.authenticate(bearer);
  const local = store && slices && { store, cache: slices };
  const texts = makeTexts({ upstream, slices, clock });
  const everyCache = makeEveryCache({ ...parts, local, smallBodies: texts });
  if (local) measureSlices(parts.metrics, local);
  const localFilms = makeLocalFilms({ resolving, upstream, slices, log });
  let endings: { close(): void } | undefined;
  return {
    name: 'proxy',
    bindings: cacheBindings(parts, everyCache),
    playbackUrls: signer,
    localFilms,
    gate: makeWatchGate({ signer, viewers, authenticate, clock }),
    byteRoutes: routesOf({
      signer,
      isLoop,
      viewers,
      resolving,
      upstream,
      ...texts,
      slices,
      authenticate,
      clock,
      log,
    }),
    parts: [
      {
        name: 'proxy',
        start: async () => {
          endings = hearEndings(relay, viewers);
          everyCache.start();
          await store?.restore();
        },
        stop: async () => {
          endings?.close();
          everyCache.stop();
          localFilms.stop();
          rooms.close();
          await upstream.close();
        },
      },
    ],
  };
}

/** What is kept in memory for all viewers. */
function makeTexts({ upstream, slices, clock }: Pick<ProxyParts, 'upstream' | 'slices' | 'clock'>) {
  const budget = makeMemoryBudget(maxHeldBytes);
  const smallBodies = makeSmallBodies(upstream, clock, budget);
  const manifests = makeManifestTexts(upstream, clock, budget);
  const storyboards = makeStoryboards(manifests, clock, budget);
  const filmSubtitles = makeFilmSubtitles({ upstream, slices, clock, budget });
  const clear = () => smallBodies.clear() + storyboards.clear() + filmSubtitles.clear();
  return { smallBodies, manifests, storyboards, filmSubtitles, clear };
}

function measureSlices(
  metrics: Parts['metrics'],
  { store, cache }: { readonly store: SliceStore; readonly cache: SliceCache },
): void {
  metrics.counter('matinee_slice_cache_hits_total', 'Slices of films that were on disk.', () => cache.hits);
  metrics.counter('matinee_slice_cache_misses_total', 'Slices of films that upstream had to send.', () => cache.misses);
  metrics.counter('matinee_slice_cache_evictions_total', 'Slices that gave way to newer ones.', () => store.evictions);
  metrics.gauge('matinee_slice_cache_bytes', 'Bytes of slices on disk.', () => store.figures.bytes);
  metrics.gauge('matinee_slice_cache_bytes_limit', 'Most bytes of slices on disk.', () => store.figures.maxBytes);
}

/** The rights to watch, in the rooms with readers. */
function makeAudience(
  { relay, sessions, members, standingEvents: listEvents, clock, log }: Parts,
  resolving: Resolving,
) {
  let byKind: ReadonlyMap<string, StandingEvent> | undefined;
  const standingEvents = () => {
    byKind ??= new Map(listEvents().map((event) => [event.kind, event]));
    return byKind;
  };
  const rooms = followRooms({
    relay,
    clock,
    onEvent(roomId, event) {
      if (event === undefined || event.kind.startsWith('playlistItems/')) resolving.forget(roomId);
      const concerned = event === undefined ? 'everybody' : concernedBy(event, standingEvents());
      if (concerned) viewers.doubt(({ userId }, room) => room === roomId && isConcerned(concerned, userId));
    },
    isInUse: (roomId) => viewers.isReading(roomId),
    onForgotten(roomId) {
      resolving.forget(roomId);
      viewers.forget(roomId);
    },
  });
  const viewers: Viewers = makeViewers({
    resume: sessions.resume,
    findStanding: members.findStanding,
    follow: rooms.follow,
    clock,
    log,
  });
  return { rooms, viewers };
}

function cacheBindings({ db, audit }: Parts, everyCache: ReturnType<typeof makeEveryCache>) {
  const { method } = AdminService;
  const clean = async (call: Doer, order: 'evict' | 'purge') => {
    const done = await everyCache.ask(order);
    const details = { order, freed_bytes: done.freedBytes };
    await db.write((tx) => audit.record(tx, call, { action: 'slice_cache.cleaned', details }));
    return done;
  };
  return [
    handleAdmin(method.getSliceCacheStats, () => everyCache.ask('stats')),
    handleAdmin(method.evictExpiredSliceCache, (_, call) => clean(call, 'evict')),
    handleAdmin(method.purgeSliceCache, (_, call) => clean(call, 'purge')),
  ];
}

/** Hears when sign-ins end, accounts are banned and rooms close. */
function hearEndings(relay: Relay, viewers: Viewers): { close(): void } {
  const hear = ({ payload }: StoredEvent) => {
    const { by, ids } = JSON.parse(Buffer.from(payload).toString()) as Termination;
    viewers.doubt(({ userId, sessionId }, roomId) =>
      ids.includes({ user: userId, session: sessionId, room: roomId }[by]),
    );
  };
  return relay.subscribe(terminationTopic, 'now', (events) => events.forEach(hear), {
    onLost: () => viewers.doubt(() => true),
  });
}

function routesOf(parts: ProxyParts): ByteRoute[] {
  const root = '/api/playback-providers/{roomId}/{provider}/{version}';
  return [
    {
      name: 'playback resource',
      path: `${root}/{noun}/{mode}/{index}`,
      open: (request) => serve(parts, request, keyOf(request), signatureIn(request.query)),
    },
    {
      name: 'part of a playback',
      path: `${root}/{noun}/{mode}/{index}/{kind}`,
      open: (request) => {
        const child = { kind: request.params['kind']!, target: request.query.get('t') ?? '' };
        return serve(parts, request, keyOf(request), signatureIn(request.query) ?? unsigned, { child });
      },
    },
    {
      name: 'part of a playback in a folder',
      path: `${root}/{noun}/{mode}/{index}/{kind}/{scope}/{uid}/{exp}/{sig}/{*rest}`,
      open: (request) => {
        const { kind = '', scope = '', uid = '', exp = '', sig = '', '*rest': path = '' } = request.params;
        const below = { path, query: request.query.toString() };
        return serve(parts, request, keyOf(request), { uid, exp, sig }, { child: { kind, target: scope }, below });
      },
    },
    {
      name: 'playback thumbnail',
      path: `${root}/thumbnail`,
      open: (request) => serve(parts, request, keyOf(request), signatureIn(request.query)),
    },
  ];
}

const unsigned: Signature = { sig: '', uid: '', exp: '' };

/** @throws AppError `proxy.unknown_resource` */
function keyOf({ params }: ByteRequest): ResourceKey {
  const { roomId = '', provider = '', version = '', noun = 'thumbnail', mode = '', index = '0' } = params;
  if (!/^\d{1,4}$/.test(index)) throw proxyErrors.unknown_resource();
  return { roomId, provider, version, noun, mode, index: Number(index) };
}
