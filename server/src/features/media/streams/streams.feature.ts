import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { ProviderCommonService } from '@matinee/contract/gen/service/provider/provider_common_service_pb.ts';
import { makeRtmpServer, type RtmpTls } from '../../../drivers/rtmp/rtmp-server.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { handleAdmin, handleMember, handleRoom, handleUser } from '../../../kernel/handler.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { StandingEvent } from '../../../realtime/standing-events.ts';
import { type Termination, terminationTopic } from '../../../realtime/terminations.ts';
import type { Relay } from '../../../store/events/relay.ts';
import type { Feature } from '../../feature.ts';
import { isPlaylistKind } from '../library/library.port.ts';
import type { WatchGate } from '../proxy/proxy.port.ts';
import { type AdminStreamParts, makeAdminStreams } from './admin-streams.service.ts';
import type { LiveStream } from './air/live-stream.ts';
import { OnAir, type OnAirParts } from './air/on-air.ts';
import { sumOfViewers } from './air/viewers.ts';
import { Ladder, type LadderParts } from './ladder/ladder.ts';
import { Pasts, type PastsParts } from './past/pasts.ts';
import { personalData } from './personal-data.ts';
import { makeRelaySigner } from './relays/relay-signer.ts';
import { Relays, type RelaysParts } from './relays/relays.ts';
import { streamErrors } from './streams.errors.ts';
import { streamsKind } from './streams.messages.ts';
import { sentStreamRoutes } from './streams.routes.ts';
import { makeStreamService, type StreamKeys, type StreamServiceParts } from './streams.service.ts';
import type { streamSettings } from './streams.settings.ts';

/** Registers numbers that are read each time the metrics are requested. */
interface Gauges {
  counter(name: string, help: string, read: () => number): void;
  gauge(name: string, help: string, read: () => number): void;
}

interface Parts
  extends Omit<OnAirParts, 'follow' | 'staleMs' | 'pasts' | 'takesOver' | 'rungsOf'>,
    LadderParts,
    Omit<RelaysParts, 'signer' | 'staleMs' | 'mostPastSeconds'>,
    Omit<PastsParts, 'settings'>,
    Omit<StreamServiceParts & AdminStreamParts, 'onAir' | 'relays' | 'serverAddress' | 'staleMs'> {
  /** The server's secret, which its processes share. */
  readonly secret: string;
  /** The address for RTMP; undefined: the operator has not enabled it. */
  readonly address: { readonly host: string; readonly port: number } | undefined;
  /** Certificate and key for RTMPS; undefined: streams come over RTMP. */
  readonly tls: RtmpTls | undefined;
  /** Host name of this server's public address. */
  readonly publicHost: () => string;
  readonly settings: SettingValues<typeof streamSettings>;
  readonly relay: Relay;
  readonly metrics: Gauges;
  readonly gate: WatchGate;
  /** Names of further versions of a stream for its row: viewers may choose them as they choose rungs. */
  readonly otherRungsOf: (stream: LiveStream) => readonly string[];
  /** Events after which the rights of members may have changed. */
  readonly standingEvents: () => readonly StandingEvent[];
}

/** How often a process renews its streams, and looks which are interrupted, in milliseconds. */
const beatEveryMs = 500;
/** How often it looks for the streams of dead processes and for relays without readers, in milliseconds. */
const lookEveryMs = 5_000;

/** For other features with live streams. */
interface Offered {
  readonly onAir: OnAir;
  readonly relays: Relays;
  readonly ladder: Ladder;
  readonly keys: StreamKeys;
}

/** Live streams: the rights to send, the RTMP server, the streams on the air, and their readers. */
export function streamsFeature(given: Parts): Feature & Offered {
  const { address, settings, clock, relay } = given;
  const ladder = new Ladder(given);
  const parts = {
    ...given,
    rungsOf: (stream: LiveStream) => [...ladder.offered(stream), ...given.otherRungsOf(stream)],
    pasts: new Pasts(given),
    staleMs: () => clock.nowMs() - settings.graceSeconds * 1_000,
    mostPastSeconds: () => settings.dvrMinutes * 60,
    takesOver: () => settings.secondPublisherTakesOver,
  };
  const onAir: OnAir = new OnAir({ ...parts, follow: (roomId) => followRoom(parts, onAir, roomId) });
  const signer = makeRelaySigner(parts.secret, clock);
  const relays = new Relays({ ...parts, signer });
  measure(parts.metrics, onAir, relays, parts.pasts);
  measureRelays(parts.metrics, relays);
  const rtmp = address && rtmpAt(address, parts, onAir);
  const serverAddress = () => rtmp && (settings.advertiseAddress ?? addressFor(rtmp.port, parts));
  const service = makeStreamService({ ...parts, onAir, relays, serverAddress });
  const admin = makeAdminStreams({ ...parts, onAir, relays });
  const { method } = RoomService;
  // Without RTMP, there may still be streams that come by WHIP, or that this server pulls.
  const isBusy = () => rtmp !== undefined || onAir.streams.length > 0 || relays.count > 0;
  return {
    onAir,
    relays,
    ladder,
    keys: service.keys,
    name: 'streams',
    onTlsRenewed: (files) => rtmp?.renewTls(files),
    personalData,
    tables: ['live_streams', 'publish_keys'],
    reads: ['media', 'recordings', 'rooms', 'users'],
    bindings: [
      handleMember(method.createRoomPublishKey, (request, call) => service.createKey(request, call)),
      handleRoom(method.listRoomStreams, (_, call) => service.list(call.room.roomId)),
      handleRoom(method.getRoomStreamInfo, ({ mediaId }, call) => service.info(mediaId, call)),
      handleMember(method.kickRoomStream, (request, call) => service.kick(request, call)),
      handleAdmin(AdminService.method.listActiveStreams, () => admin.list()),
      handleAdmin(AdminService.method.kickStream, (request, call) => admin.kick(request, call)),
      handleUser(ProviderCommonService.method.prepareRtmp, async () => prepare(parts, serverAddress())),
    ],
    resources: [
      {
        case: 'liveStreams',
        membersOnly: true,
        key: () => streamsKind,
        snapshot: (roomId) => service.snapshot(roomId),
      },
    ],
    byteRoutes: sentStreamRoutes({ ...parts, onAir, relays, ladder, signer }),
    parts: [
      relayPart(relays, (work) => clock.every(lookEveryMs, work)),
      ladderPart(ladder, given),
      airPart({ relay, onAir, clock, isBusy, pasts: parts.pasts }),
      ...(rtmp ? [rtmp] : []),
    ],
  };
}

/** The server to which encoders send. */
function rtmpAt(address: NonNullable<Parts['address']>, { clock, log, tls, random }: Parts, onAir: OnAir) {
  return makeRtmpServer({
    ...{ ...address, clock, log, tls },
    random: (length) => random.bytes(length),
    authorize: (request, publisher) => onAir.authorize(request, publisher),
  });
}

/** The usual port of RTMPS is that of HTTPS. */
function addressFor(port: number, { tls, publicHost }: Pick<Parts, 'tls' | 'publicHost'>): string {
  const [scheme, usualPort] = tls ? ['rtmps', 443] : ['rtmp', 1935];
  return `${scheme}://${publicHost()}${port === usualPort ? '' : `:${port}`}`;
}

function measureRelays(metrics: Gauges, relays: Relays): void {
  metrics.gauge('matinee_stream_relays', 'Live streams of other processes that are read now.', () => relays.count);
  metrics.counter(
    'matinee_stream_relays_total',
    'Live streams of other processes that were read.',
    () => relays.started,
  );
  metrics.counter(
    'matinee_stream_relay_bytes_total',
    'Bytes of live streams that came from other processes.',
    () => relays.receivedBytes,
  );
}

/** Reads streams of other processes, also where RTMP is switched off. */
function relayPart(relays: Relays, everyBeat: (work: () => void) => () => void): Part {
  let end = () => {};
  return {
    name: 'relays of live streams',
    start: async () => {
      end = everyBeat(() => relays.beat());
    },
    stop: async () => {
      end();
      relays.stop();
    },
  };
}

/** Looks for ffmpeg, and ends the rungs that nobody watches. */
function ladderPart(ladder: Ladder, { clock, ffmpeg, metrics }: Pick<Parts, 'clock' | 'ffmpeg' | 'metrics'>): Part {
  metrics.gauge(
    'matinee_stream_rungs',
    'Smaller versions of live streams that ffmpeg codes now.',
    () => ladder.processes,
  );
  let looking: Promise<unknown> = Promise.resolve();
  let end = () => {};
  return {
    name: 'smaller versions of live streams',
    start: async () => {
      // The start does not wait for another program.
      looking = ffmpeg.look();
      end = clock.every(lookEveryMs, () => ladder.beat());
    },
    stop: async () => {
      end();
      ladder.stop();
      await looking;
    },
  };
}

function measure(metrics: Gauges, onAir: OnAir, relays: Relays, pasts: Pasts): void {
  metrics.gauge('matinee_live_past_bytes', 'Bytes of live streams on disk, for going back.', () => pasts.bytes);
  metrics.gauge('matinee_live_streams', 'Live streams that this process takes now.', () => onAir.streams.length);
  const viewers = () => sumOfViewers([...onAir.streams, ...relays.streams].map(({ stream }) => stream.viewers));
  metrics.gauge('matinee_live_stream_readers', 'Readers of live streams as HTTP-FLV.', () => viewers().flv);
  metrics.gauge('matinee_live_stream_hls_viewers', 'Viewers of live streams as HLS.', () => viewers().hls);
  metrics.counter('matinee_live_stream_bytes_total', 'Bytes that encoders sent.', () => onAir.receivedBytes);
}

/** @throws AppError `streams.switched_off` */
function prepare({ whipAddress, hasSrt }: Pick<Parts, 'whipAddress' | 'hasSrt'>, serverUrl = '') {
  const whipUrl = whipAddress() ?? '';
  if (serverUrl === '' && whipUrl === '' && !hasSrt()) throw streamErrors.switched_off();
  return { source: { source: { case: 'rtmp' as const, value: {} } }, name: 'Live stream', serverUrl, whipUrl };
}

interface AirParts {
  readonly relay: Relay;
  readonly onAir: OnAir;
  readonly clock: Clock;
  /** Whether there may be streams. */
  readonly isBusy: () => boolean;
  readonly pasts: Pasts;
}

/** Watches the streams on the air. At the stop, waits for the last writes. */
function airPart({ relay, onAir, clock, isBusy, pasts }: AirParts): Part {
  let ends: (() => void)[] = [];
  return {
    name: 'live streams',
    start: async () => {
      await pasts.start();
      const subscription = relay.subscribe(
        terminationTopic,
        'now',
        (events) => {
          for (const { payload } of events) hearEnd(onAir, JSON.parse(Buffer.from(payload).toString()) as Termination);
        },
        { onLost: () => onAir.doubt(() => true) },
      );
      ends = [
        () => subscription.close(),
        clock.every(beatEveryMs, () => isBusy() && onAir.beat()),
        clock.every(lookEveryMs, () => isBusy() && onAir.look()),
        clock.every(lookEveryMs, () => pasts.beat()),
      ];
    },
    stop: async () => {
      for (const end of ends) end();
      await onAir.settle();
      await pasts.stop();
    },
  };
}

/**
 * A room that closes goes off the air. After a sign-out everywhere, a user may still send; a banned user may not. [LS8]
 */
function hearEnd(onAir: OnAir, { by, ids }: Termination): void {
  if (by === 'room') onAir.end(({ roomId }) => ids.includes(roomId), 'The room was closed.');
  if (by === 'user') onAir.doubt(({ publisherId }) => ids.includes(publisherId));
}

/** Hears the events of a room with a stream of this process. */
function followRoom({ relay, standingEvents }: Parts, onAir: OnAir, roomId: string): () => void {
  const doubt = () => onAir.doubt((local) => local.roomId === roomId);
  const subscription = relay.subscribe(
    roomId,
    'now',
    (events) => {
      const kinds = new Set(standingEvents().map(({ kind }) => kind));
      if (events.some(({ kind }) => kind === streamsKind || isPlaylistKind(kind) || kinds.has(kind))) doubt();
    },
    { onLost: doubt },
  );
  return () => subscription.close();
}
