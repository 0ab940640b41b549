import { type FfmpegFinder, makeFfmpegFinder } from '../drivers/ffmpeg/ffmpeg.ts';
import { makePasswords, type Passwords } from '../drivers/passwords/passwords.ts';
import type { Online } from '../features/rooms/members/members.port.ts';
import { type WatchRoom, watchRoom } from '../features/watch-room.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Config } from '../kernel/config/config-keys.ts';
import type { Secrets } from '../kernel/config/secrets.ts';
import { type Ids, makeIds } from '../kernel/ids.ts';
import type { Part } from '../kernel/lifecycle.ts';
import type { Log } from '../kernel/log.ts';
import { version } from '../kernel/process/version.ts';
import type { Random } from '../kernel/random.ts';
import { makeSealer, type Sealer } from '../kernel/sealing.ts';
import { SettingsRegistry } from '../kernel/settings/settings.ts';
import { makeServerTime, type ServerTime } from '../kernel/time/server-time.ts';
import type { Tracer } from '../kernel/tracing/tracer.ts';
import type { Bus } from '../realtime/bus.ts';
import { makeRealtime, type Realtime, type RealtimeParts } from '../realtime/realtime.ts';
import type { Database } from '../store/database.ts';
import type { DatabaseAddress } from '../store/database-address.ts';
import { type Outbox, openOutbox } from '../store/events/outbox.ts';
import { makeRelay, type Relay } from '../store/events/relay.ts';
import type { KeyValue } from '../store/key-value/key-value.ts';
import { memoryKeyValue } from '../store/key-value/memory-key-value.ts';
import { redisKeyValue } from '../store/key-value/redis-key-value.ts';
import { openDatabase } from '../store/open-database.ts';
import { makeWriteGuard, type WriteGuard } from '../store/write-guard.ts';
import { type Metrics, makeMetrics } from '../transport/call-metrics.ts';
import type { RateParts } from '../transport/pipeline/rate-limits.ts';
import { eventsOf, keyValueBus } from '../wiring.ts';
import type { AppOptions, WorkerSeat } from './app-options.ts';
import { declareSettings, type FeatureSettings } from './declared-settings.ts';
import { countTerminations, measureDeliveries, measureGround } from './metrics/ground-metrics.ts';
import { watchStatements } from './metrics/statements.ts';
import { PublicPort } from './public-port.ts';
import type { SiteAddresses } from './site-addresses.ts';

/** The base of all features. */
export interface Ground {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly version: string;
  /** Folder for the data of this process, and of the other workers. */
  readonly dataDir: string;
  /** Absent: this process has no other workers beside it. */
  readonly seat: WorkerSeat | undefined;
  readonly clock: Clock;
  /** Adjusts `clock`, and measures its distance to the database's clock. */
  readonly time: ServerTime;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Log;
  readonly db: Database;
  /** For database work that needs a dedicated connection. */
  readonly address: DatabaseAddress;
  readonly outbox: Outbox;
  readonly relay: Relay;
  /** Every driver passes through this. Tests use it to refuse driver calls inside a write. [ST29] */
  readonly outside: <P extends object>(name: string, driver: P) => P;
  readonly keyValue: KeyValue;
  /** The dependencies of the rate limits of calls. */
  readonly rateParts: RateParts;
  readonly passwords: Passwords & Part;
  readonly sealer: Sealer;
  readonly registry: SettingsRegistry;
  readonly settings: FeatureSettings;
  readonly realtime: Realtime;
  /** Messages between replicas. */
  readonly bus: Bus;
  readonly metrics: Metrics;
  /** Absent: no calls are traced. */
  readonly tracer: Tracer | undefined;
  readonly online: Online;
  readonly watch: WatchRoom;
  readonly publicPort: PublicPort;
  /** See `AppOptions`. */
  readonly sites: SiteAddresses;
  readonly ffmpeg: FfmpegFinder;
}

/** Makes the ground on a database whose tables are migrated. Nothing runs until `start`. */
export function makeGround(options: AppOptions, address: DatabaseAddress, secrets: Secrets): Ground {
  const { config, random, log } = options;
  const time = makeServerTime(options.clock);
  const { clock } = time;
  const ids = makeIds(clock, random);
  const guard = options.isGuarded ? makeWriteGuard() : undefined;
  const metrics = makeMetrics();
  const stored = openStored({ config, log, clock, address, guard, metrics });
  const { db, outbox, relay } = stored;
  const outside: Ground['outside'] = (name, driver) => guard?.protect(name, driver) ?? driver;
  const store = options.seat?.keyValue ?? openKeyValue(config['redis.url'], { clock, log });
  const keyValue = outside('key-value store', { ...store, orLocal: outside('key-value store', store.orLocal) });
  const registry = new SettingsRegistry();
  const bus = keyValueBus(keyValue, log, clock);
  const realtime = makeRealtime({
    events: eventsOf(relay, outbox),
    bus,
    clock,
    log,
    replicaId: db.origin,
    newConnectionId: () => ids.make('con'),
    limits: connectionLimits(config),
    onTerminated: countTerminations(metrics),
  });
  const passwords = outside('passwords', options.passwords ?? makePasswords(secrets.opaqueServerSetup));
  measureGround(metrics, { time, keyValue, realtime, db, passwords });
  return {
    config,
    secrets,
    version,
    ...{ dataDir: options.dataDir, seat: options.seat, tracer: options.tracer },
    clock,
    time,
    random,
    ids,
    log,
    address,
    ...stored,
    outside,
    keyValue,
    rateParts: {
      counter: keyValue.orLocal,
      clock,
      factor: config['limits.rate_factor'],
      share: () => (keyValue.isReachable() ? 1 : 1 / realtime.replicaCount),
    },
    passwords,
    sealer: makeSealer(secrets.credentialEncryption, random),
    registry,
    settings: declareSettings(registry),
    realtime,
    bus,
    metrics,
    online: { of: (roomId) => realtime.online(roomId), busiest: () => realtime.busiest() },
    watch: watchRoom(realtime),
    publicPort: new PublicPort(config['server.port']),
    sites: options.sites ?? {},
    ffmpeg: options.ffmpeg ?? makeFfmpegFinder(config['conversion.ffmpeg_path']),
  };
}

interface StoredParts extends Pick<Ground, 'config' | 'log' | 'clock' | 'address' | 'metrics'> {
  readonly guard: WriteGuard | undefined;
}

/** The database, and the delivery of its events. */
function openStored(parts: StoredParts): Pick<Ground, 'db' | 'outbox' | 'relay'> {
  const { config, address: connection, log, clock, guard, metrics } = parts;
  const poolSize = config['database.pool_size'];
  const onStatement = watchStatements({ ...parts, slowMs: config['log.slow_statement_ms'] });
  const db = openDatabase({ connection, poolSize, log, clock, guard, onStatement });
  const outbox = openOutbox(db);
  const onDelivered = measureDeliveries(metrics);
  return { db, outbox, relay: makeRelay({ database: db, outbox, connection, log, clock, onDelivered }) };
}

function openKeyValue(url: string | undefined, parts: Pick<Ground, 'clock' | 'log'>) {
  return url === undefined ? memoryKeyValue(parts) : redisKeyValue({ url, ...parts });
}

function connectionLimits(config: Config): RealtimeParts['limits'] & object {
  return {
    connectionsPerUser: config['limits.connections_per_user'],
    connectionsPerRoom: config['limits.connections_per_room'],
    connectionsPerProcess: config['limits.connections'],
  };
}
