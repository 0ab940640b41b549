import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { services } from '@matinee/contract/gen/services.ts';
import type { Pipeline } from '../kernel/call.ts';
import type { Part } from '../kernel/lifecycle.ts';
import { descriptorLimit } from '../kernel/process/descriptor-limit.ts';
import { apartMs, type ServerTime } from '../kernel/time/server-time.ts';
import type { Metrics } from '../transport/call-metrics.ts';
import { makeClientAddress, makeIsTrustedProxy } from '../transport/client-address.ts';
import { connectionLimit } from '../transport/full-port.ts';
import { makeLineKeys } from '../transport/lines/line-keys.ts';
import { makePublicReadLimit, makeStreamLimit } from '../transport/pipeline/rate-limits.ts';
import { makeTransport, type TransportPart } from '../transport/server.ts';
import { readTls } from '../transport/tls-files.ts';
import { makeMessageStream } from '../transport/ws/message-stream.ts';
import { makePageOrigins, type RefusedPages } from '../transport/ws/page-origin.ts';
import { makeWebSocketUpgrade } from '../transport/ws/upgrade.ts';
import { publicUrlOf } from '../wiring.ts';
import type { Features } from './features.ts';
import type { Ground } from './ground.ts';

/**
 * The public port, and a part that reports "not ready" as soon as a stop begins, so that load balancers send people
 * elsewhere.
 */
export function makePublicTransport(
  ground: Ground,
  features: Features,
  pipeline: Pipeline,
  webRoot: string | undefined,
): { transport: TransportPart; readiness: Part; refusedPages: () => RefusedPages } {
  const { config, version, clock, time, log, db, keyValue, realtime, metrics, publicPort } = ground;
  const trustedProxies = config['server.trusted_proxies'];
  const clientAddress = makeClientAddress(trustedProxies);
  const allowedOrigins = () => config['server.cors_allowed_origins'];
  const ownOrigin = config['webauthn.rp_origin'];
  const pageOrigins = makePageOrigins({
    allowed: () => (ownOrigin === undefined ? allowedOrigins() : [ownOrigin, ...allowedOrigins()]),
    isTrustedProxy: makeIsTrustedProxy(trustedProxies),
    clock,
    log,
  });
  const takeTicket = features.tickets.take;
  const { readiness, accepting } = makeReadiness();
  const maxConnections = connectionLimit(descriptorLimit(), config['database.pool_size']);
  const transport = makeTransport({
    pipeline,
    services,
    version,
    webRoot,
    postedPages: features.list.all('postedPages'),
    previewedPages: features.list.all('previewedPages'),
    pageFiles: features.list.all('pageFiles'),
    basePath: config['server.base_path'],
    publicUrl: () => publicUrlOf(config, publicPort.number),
    siteName: () => ground.settings.server.name,
    takePublicRead: config['limits.enabled'] ? makePublicReadLimit(ground.rateParts) : async () => undefined,
    allowedOrigins,
    bytes: {
      routes: features.list.all('byteRoutes'),
      allowedOrigins: () => ground.settings.proxy.allowedOrigins,
      spend: config['limits.enabled'] ? makeStreamLimit(ground.rateParts) : async () => undefined,
      observe: metrics.observeCall,
      onSent: countSent(metrics),
    },
    tls: readTls(config),
    maxConnections,
    clock,
    log,
    host: config['server.host'],
    port: config['server.port'],
    isShared: ground.seat !== undefined,
    onListening: (port, own) => publicPort.bind(port, own),
    clientAddress,
    checks: {
      required: { database: () => db.ping(), clock: () => requireTime(time), accepting },
      useful: { key_value_store: () => keyValue.ping() },
    },
    bidi: new Map([[RoomService.method.messageStream, makeMessageStream(realtime)]]),
    lines: { realtime, takeTicket, keys: makeLineKeys(ground.secrets.jwt, ground.random) },
    onUpgrade: makeWebSocketUpgrade({ pipeline, realtime, takeTicket, pageOrigins, clientAddress, clock }),
  });
  measure(metrics, transport, maxConnections);
  return { transport, readiness, refusedPages: pageOrigins.refused };
}

/** Counts the bytes sent of films, pictures and other files, by route. */
function countSent(metrics: Metrics): (route: string, bytes: number) => void {
  const count = metrics.counts(
    'matinee_sent_bytes_total',
    'Bytes of films, playlists, pictures and other files that were sent, by what they are.',
    ['route'],
  );
  return (route, bytes) => count({ route }, bytes);
}

function measure(metrics: Metrics, transport: TransportPart, maxConnections: number | undefined): void {
  metrics.gauge('matinee_port_connections', 'Connections of the public port.', () => transport.connections().open);
  metrics.gauge(
    'matinee_port_connections_limit',
    'Connections that the public port may have, by the limit of open files; 0: no limit is known.',
    () => maxConnections ?? 0,
  );
  metrics.counter(
    'matinee_port_connections_refused_total',
    'Connections refused because the public port was full.',
    () => transport.connections().refused,
  );
}

/** With another time, this process's viewers would be at another position of the film than those on other replicas. */
async function requireTime(time: ServerTime): Promise<void> {
  if (Math.abs(time.deviationMs()) > apartMs) throw new Error('the time is apart from that of the database');
}

function makeReadiness(): { readiness: Part; accepting: () => Promise<void> } {
  let isStopping = false;
  return {
    readiness: {
      name: 'readiness',
      stop: async () => {
        isStopping = true;
      },
    },
    accepting: async () => {
      if (isStopping) throw new Error('stopping');
    },
  };
}
