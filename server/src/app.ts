/** The composition root: the only place where parts are made and wired. */
import { readFileSync } from 'node:fs';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { services } from '@matinee/contract/gen/services.ts';
import { managementServices } from '@matinee/contract/methods.ts';
import { bootstrap } from './bootstrap.ts';
import { makeAccountFeatures } from './composition/account-features.ts';
import { makeAdminFeatures } from './composition/admin-features.ts';
import { declareSettings, standingSettings } from './composition/declared-settings.ts';
import { loadFeatureMigrations } from './composition/feature-migrations.ts';
import type { Ground } from './composition/ground.ts';
import { makeRoomFeatures } from './composition/room-features.ts';
import { makePasswords } from './drivers/passwords/passwords.ts';
import type { Online } from './features/members/members.port.ts';
import type { WatchRoom } from './features/watch-room.ts';
import { watchRoom } from './features/watch-room.ts';
import type { Principal } from './kernel/call.ts';
import type { Clock } from './kernel/clock.ts';
import type { Config } from './kernel/config/config.ts';
import { splitHostAndPort } from './kernel/config/config-schemas.ts';
import { loadSecrets, replaceableSecrets, secretsByKey } from './kernel/config/secrets.ts';
import { AppError } from './kernel/errors.ts';
import { makeIds } from './kernel/ids.ts';
import { type Part, type Running, startParts } from './kernel/lifecycle.ts';
import type { Log } from './kernel/log.ts';
import type { Random } from './kernel/random.ts';
import { makeSealer } from './kernel/sealing.ts';
import { SettingsRegistry } from './kernel/settings/settings.ts';
import { wireManagement } from './management.ts';
import { makeRealtime } from './realtime/realtime.ts';
import { eventRetention } from './retention.ts';
import type { DatabaseAddress } from './store/database-address.ts';
import { dataDirLock } from './store/embedded/data-dir-lock.ts';
import { embeddedPostgres } from './store/embedded/embedded-postgres.ts';
import { openOutbox } from './store/events/outbox.ts';
import { makeRelay } from './store/events/relay.ts';
import { memoryKeyValue } from './store/key-value/memory-key-value.ts';
import { redisKeyValue } from './store/key-value/redis-key-value.ts';
import { migrate } from './store/migrations.ts';
import { openDatabase } from './store/open-database.ts';
import { holdSecretsToData, listKnownSecrets } from './store/secret-fingerprints.ts';
import { makeWriteGuard } from './store/write-guard.ts';
import { type Metrics, makeMetrics } from './transport/call-metrics.ts';
import { makeClientAddress } from './transport/client-address.ts';
import { makeMetricsListener } from './transport/metrics.ts';
import { makePipeline } from './transport/pipeline/pipeline.ts';
import { makeRateLimits } from './transport/pipeline/rate-limits.ts';
import { makeTransport } from './transport/server.ts';
import { readTls } from './transport/tls-files.ts';
import { makeMessageStream } from './transport/ws/message-stream.ts';
import { makeWebSocketUpgrade } from './transport/ws/upgrade.ts';
import { eventsOf, keyValueBus } from './wiring.ts';

/** What a process is started with. */
export interface AppOptions {
  readonly config: Config;
  readonly dataDir: string;
  /** Folder of the built web app; absent: no pages. */
  readonly webRoot?: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Called when an operator stops the server; undefined: within the usual time. Absent: the operator is heard in vain. */
  readonly requestStop?: (deadlineMs: number | undefined) => void;
  /** Starts although the data was written with other secrets, and keeps to the present ones from now on. */
  readonly withoutSecrets?: boolean;
  /** Refuses in a transaction what must not happen there. For tests: see `WriteGuard`. */
  readonly isGuarded?: boolean;
}

/** A server that answers. */
export interface App {
  readonly port: number;
  /** Where management is served: `unix:/path`, `host:port`. */
  readonly managementAddresses: readonly string[];
  /** Reads the certificates again, for connections from now on. @throws Error when they do not serve; then the old ones stay. */
  renewCertificates(): void;
  /** Set at the first start of a database: the account that was made, with a password that is shown nowhere else. */
  readonly firstAccount: { readonly username: string; readonly password: string } | undefined;
  /** Tells rooms, ends calls in hand, closes everything, within about `deadlineMs`. */
  stop(deadlineMs: number): Promise<void>;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** What operators may call. */
const managedMethods = new Set(managementServices.flatMap((service) => service.methods));

/** Starts everything in order. @throws Error with a sentence for the operator; what was started is stopped again. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, dataDir, clock, log } = options;
  const url = config['database.url'];
  const postgres = url === undefined ? embeddedPostgres({ dataDir, log, clock }) : undefined;
  const ground = await startParts([dataDirLock(dataDir), ...(postgres ? [postgres] : [])], clock);
  try {
    const address: DatabaseAddress = postgres ? postgres.address() : { connectionString: url! };
    await migrate(address, await loadFeatureMigrations());
    const service = await startService(options, address);
    return {
      ...service,
      stop: async (deadlineMs) => {
        await service.stop(deadlineMs).finally(() => ground.stop(deadlineMs));
      },
    };
  } catch (cause) {
    await ground.stop(10_000).catch((err) => log.error({ err }, 'stopping failed too'));
    throw cause;
  }
}

async function startService(options: AppOptions, address: DatabaseAddress): Promise<App> {
  const { config, dataDir, webRoot, clock, random, log, isGuarded = false, requestStop = () => undefined } = options;
  const secrets = await findSecrets(options, address);
  const ids = makeIds(clock, random);
  const guard = isGuarded ? makeWriteGuard() : undefined;
  const db = openDatabase({ connection: address, poolSize: config['database.pool_size'], log, clock, guard });
  const outbox = openOutbox(db);
  const relay = makeRelay({ database: db, outbox, connection: address, log, clock });
  const redisUrl = config['redis.url'];
  const outside: Ground['outside'] = (name, driver) => guard?.protect(name, driver) ?? driver;
  const keyValue = outside(
    'key-value store',
    redisUrl === undefined ? memoryKeyValue({ clock, log }) : redisKeyValue({ url: redisUrl, log }),
  );
  const passwords = outside('passwords', makePasswords(secrets.opaqueServerSetup));
  const registry = new SettingsRegistry();
  const realtime = makeRealtime({
    events: eventsOf(relay, outbox),
    bus: keyValueBus(keyValue, log, clock),
    clock,
    log,
    replicaId: db.origin,
    newConnectionId: () => ids.make('con'),
    limits: {
      connectionsPerUser: config['limits.connections_per_user'],
      connectionsPerRoom: config['limits.connections_per_room'],
      connectionsPerProcess: config['limits.connections'],
    },
  });
  const metrics = makeMetrics();
  const online: Online = { of: (roomId) => realtime.online(roomId), busiest: () => realtime.busiest() };
  const watch: WatchRoom = watchRoom(realtime);
  const ground: Ground = {
    config,
    secrets,
    version,
    clock,
    random,
    ids,
    log,
    db,
    outbox,
    relay,
    outside,
    keyValue,
    passwords,
    sealer: makeSealer(secrets.credentialEncryption, random),
    registry,
    settings: declareSettings(registry),
    realtime,
    metrics,
    online,
    watch,
    port: () => transport.port,
    features: () => features,
  };
  const accounts = makeAccountFeatures(ground);
  const inRooms = makeRoomFeatures(ground, accounts);
  const administration = makeAdminFeatures(ground, accounts, inRooms);
  // Settings are read before anything acts by them.
  const features = [...administration.list, ...accounts.list, ...inRooms.list];
  const { sessions, users, outgoing } = accounts;
  const { members, guests, tickets } = inRooms;
  const { runtimeSettings } = administration;

  const authenticate = (bearer: string): Promise<Principal> =>
    guests.guests.isGuestToken(bearer) ? guests.guests.authenticate(bearer) : sessions.sessions.authenticate(bearer);
  metrics.gauge('matinee_realtime_connections', 'Connections to rooms.', () => realtime.connectionCount);
  const bindings = features.flatMap((feature) => feature.bindings ?? []);
  const access = { authenticate, findStanding: members.members.findStanding };
  const pipeline = makePipeline({
    bindings,
    opened: [RoomService.method.messageStream],
    access,
    takeBudget: config['limits.enabled']
      ? makeRateLimits({ counter: keyValue, clock, factor: config['limits.rate_factor'] })
      : async () => undefined,
    clock,
    log,
    observe: metrics.observeCall,
  });
  realtime.wire({
    pipeline,
    findStanding: async (principal, roomId) => {
      const standing = await members.members.findStanding(principal, roomId);
      if (!standing || principal.kind !== 'user') return standing;
      // A sign-in that ended while its socket was being opened is told to nobody. [SE9]
      return sessions.sessions.resume(principal.sessionId, principal.expiresAtMs).then(
        () => standing,
        (cause: unknown) => {
          // Banned since the first look: that is about the person, not about the room.
          if (cause instanceof AppError && cause.code === 'permission_denied') return undefined;
          throw cause;
        },
      );
    },
    resources: features.flatMap((feature) => feature.resources ?? []),
    standingEvents: features.flatMap((feature) => feature.standingEvents ?? []),
    signals: Object.assign({}, ...features.map((feature) => feature.signals)),
  });
  registry.onChange(standingSettings, realtime.checkEverybody);

  const tls = readTls(config);
  const clientAddress = makeClientAddress(config['server.trusted_proxies']);
  const allowedOrigins = () => config['server.cors_allowed_origins'];
  // Load balancers look elsewhere from the first moment of a stop on.
  let isStopping = false;
  const accepting = async () => {
    if (isStopping) throw new Error('stopping');
  };
  const readiness: Part = {
    name: 'readiness',
    async stop() {
      isStopping = true;
    },
  };
  const transport = makeTransport({
    pipeline,
    services,
    version,
    webRoot,
    postedPages: features.flatMap((feature) => feature.postedPages ?? []),
    allowedOrigins,
    tls,
    clock,
    log,
    host: config['server.host'],
    port: config['server.port'],
    clientAddress,
    checks: { database: () => db.ping(), key_value_store: () => keyValue.ping(), accepting },
    bidi: new Map([[RoomService.method.messageStream, makeMessageStream(realtime)]]),
    onUpgrade: makeWebSocketUpgrade({
      pipeline,
      realtime,
      takeTicket: tickets.tickets.take,
      allowedOrigins,
      clientAddress,
      clock,
    }),
  });
  const management = await wireManagement({
    config,
    dataDir,
    version,
    db,
    address,
    clock,
    log,
    secrets: secretsByKey(secrets),
    presence: realtime,
    publicPort: () => transport.port,
    requestStop,
    makePipeline: (own) =>
      makePipeline({
        bindings: [...bindings, ...own].filter(({ method }) => managedMethods.has(method)),
        opened: [],
        access,
        takeBudget: async () => undefined,
        clock,
        log,
        observe: metrics.observeCall,
      }),
  });
  const firstAccount = await bootstrap({
    db,
    settings: runtimeSettings,
    users: users.users,
    passwords,
    config,
    random,
    ids,
  });
  const { name, start, stop } = realtime;
  const running: Running = await startParts(
    [
      { name: 'database', stop: () => db.close() },
      relay,
      keyValue,
      { name: 'outgoing requests', stop: () => outgoing.close() },
      passwords,
      eventRetention(outbox, clock, log),
      ...features.flatMap((feature) => feature.parts ?? []),
      { name, start: () => start!() },
      ...metricsListener(config, metrics),
      transport,
      ...(management ? [management] : []),
      // Stops before the transport: people in rooms are told while their sockets still stand.
      { name, stop: (deadline) => stop!(deadline) },
      readiness,
    ],
    clock,
  );
  return {
    port: transport.port,
    managementAddresses: management?.addresses ?? [],
    renewCertificates: () => {
      const renewed = readTls(config);
      if (renewed) transport.renewTls(renewed);
    },
    firstAccount,
    stop: (deadlineMs) => running.stop(deadlineMs),
  };
}

/** The secrets of this server. @throws Error when the data was written with others. */
async function findSecrets({ config, dataDir, random, log, withoutSecrets }: AppOptions, address: DatabaseAddress) {
  const known = withoutSecrets ? new Set<string>() : await listKnownSecrets(address);
  const secrets = loadSecrets(config, dataDir, random, known);
  const byKey = secretsByKey(secrets);
  const replaceable = withoutSecrets ? new Set(Object.keys(byKey)) : replaceableSecrets;
  const replaced = await holdSecretsToData(address, byKey, replaceable);
  if (replaced.length > 0) log.warn({ keys: replaced }, 'secrets are others than at the last start');
  return secrets;
}

function metricsListener(config: Config, metrics: Metrics): Part[] {
  const address = config['management.metrics_address'];
  if (address === undefined) return [];
  const { host, port } = splitHostAndPort(address)!;
  return [makeMetricsListener(metrics.registry, host, port)];
}
