/**
 * The composition root: which parts the server has, and in which order they start and stop. `composition/` makes and
 * connects them.
 */
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import { backupBeforeMigration } from './before-migration.ts';
import { bootstrap } from './bootstrap.ts';
import type { AppOptions } from './composition/app-options.ts';
import { type Features, makeFeatures } from './composition/features.ts';
import { type Ground, makeGround } from './composition/ground.ts';
import { makeManagementPipeline, makePublicPipeline, wireRealtime } from './composition/pipelines.ts';
import { makePublicTransport } from './composition/public-transport.ts';
import { findSecrets } from './composition/server-secrets.ts';
import { loadFeatureMigrations } from './composition/tables/feature-migrations.ts';
import { openDataDir } from './data-dir.ts';
import { splitHostAndPort } from './kernel/config/config-schemas.ts';
import { secretsByKey } from './kernel/config/secrets.ts';
import { serveUnder } from './kernel/http/public-path.ts';
import { type Part, startParts } from './kernel/lifecycle.ts';
import { version } from './kernel/process/version.ts';
import { type GuardedClock, guardClock } from './kernel/time/guarded-clock.ts';
import { wireManagement } from './management.ts';
import { eventRetention } from './retention.ts';
import type { DatabaseAddress } from './store/database-address.ts';
import { followDatabaseTime } from './store/database-time.ts';
import { migrate } from './store/migrations.ts';
import { makeMetricsListener } from './transport/metrics.ts';
import { readTls } from './transport/tls-files.ts';
import type { RefusedPages } from './transport/ws/page-origin.ts';

/** A running server. */
export interface App {
  readonly port: number;
  /** Where management is served: `unix:/path`, `host:port`. */
  readonly managementAddresses: readonly string[];
  /**
   * Reads the certificates again, for connections from now on. @throws Error when they cannot be used; then the old
   * ones stay.
   */
  renewCertificates(): void;
  /**
   * Present at the first start of a database: the account that was created, with its password, which is shown nowhere
   * else.
   */
  readonly firstAccount: { readonly username: string; readonly password: string } | undefined;
  /** Takes no more connections: other workers get them. Those that are open go on until `stop`. */
  leavePort(): void;
  /** What this process counts and measures now. */
  figures(): Promise<MetricObjectWithValues<MetricValue<string>>[]>;
  /** Tells rooms, lets running calls end, and closes everything, within about `deadlineMs`. */
  stop(deadlineMs: number): Promise<void>;
}

/** Starts everything in order. @throws Error with a sentence for the operator, after stopping what had started. */
export async function startApp(given: AppOptions): Promise<App> {
  const timers = guardClock(given.clock, given.log);
  const { clock } = timers;
  const options = { ...given, clock };
  const { config, dataDir, log } = options;
  const { seat } = options;
  const held = seat
    ? { address: seat.database, stop: async () => undefined }
    : await (given.opened ?? openDataDir(options));
  const { address } = held;
  try {
    await migrate(
      address,
      await loadFeatureMigrations(),
      backupBeforeMigration({ config, dataDir, address, log, clock }),
    );
    const service = await startService(options, address, timers);
    return {
      ...service,
      stop: async (deadlineMs) => {
        await service.stop(deadlineMs).finally(() => held.stop(deadlineMs));
      },
    };
  } catch (cause) {
    await held.stop(10_000).catch((err) => log.error({ err }, 'stopping failed too'));
    throw cause;
  }
}

/** Makes each part from the ones before it, and then starts them. */
async function startService(options: AppOptions, address: DatabaseAddress, timers: GuardedClock): Promise<App> {
  const { config, clock } = options;
  serveUnder(config['server.base_path']);
  const tracing = await openTracing(options);
  const ground = makeGround({ ...options, tracer: tracing?.tracer }, address, await findSecrets(options, address));
  ground.metrics.counter(
    'matinee_timer_failures_total',
    'Failures of timers, which go on after them.',
    timers.failures,
  );
  const features = makeFeatures(ground);
  const pipeline = makePublicPipeline(ground, features);
  wireRealtime(ground, features, pipeline);
  const { transport, readiness, refusedPages } = makePublicTransport(ground, features, pipeline, options.webRoot);
  const management = await makeManagement(options, address, ground, features, refusedPages);
  const { users, runtimeSettings } = features;
  const firstAccount = await bootstrap({ ...ground, settings: runtimeSettings, users });
  const endpoints = [...metricsListener(ground), transport, ...(management ? [management] : [])];
  const following = options.followsDatabaseTime ? [followDatabaseTime({ ...ground, clock: options.clock })] : [];
  const running = await startParts(
    [
      ...(tracing ? [tracing.part] : []),
      ...following,
      ...partsBelow(ground, features),
      ...endpoints,
      farewell(ground),
      readiness,
    ],
    clock,
  );
  return {
    port: transport.port,
    managementAddresses: management?.addresses ?? [],
    renewCertificates: () => {
      const renewed = readTls(config);
      if (!renewed) return;
      transport.renewTls(renewed);
      features.list.onTlsRenewed(renewed);
    },
    firstAccount,
    leavePort: transport.leavePort,
    figures: () => ground.metrics.registry.getMetricsAsJSON(),
    stop: (deadlineMs) => running.stop(deadlineMs),
  };
}

/** Loads the libraries of traces where an operator wants these: nobody else pays for them. [TC1] */
async function openTracing({ config, random, clock, log }: AppOptions) {
  const { 'tracing.endpoint': endpoint, 'tracing.authorization': authorization } = config;
  if (endpoint === undefined) return undefined;
  const { makeTracing } = await import('./drivers/tracing/tracing.ts');
  const ratio = config['tracing.sample_ratio'];
  return makeTracing({
    endpoint,
    authorization,
    ratio,
    version,
    clock,
    log,
    instanceId: random.bytes(8).toString('hex'),
  });
}

/** The parts that start before clients can connect, in the order of starting. */
function partsBelow(ground: Ground, { list, outgoing, runtimeSettings }: Features): Part[] {
  const { db, outbox, relay, keyValue, passwords, realtime, clock, log } = ground;
  return [
    { name: 'database', stop: () => db.close() },
    relay,
    keyValue,
    { name: 'outgoing requests', stop: () => outgoing.close() },
    passwords,
    eventRetention(outbox, clock, log),
    // Settings load before the parts that use them.
    runtimeSettings.live,
    ...list.all('parts'),
    { name: 'realtime', start: () => realtime.start() },
  ];
}

/**
 * Rooms start before the endpoints and stop before them too: people in rooms hear of the stop while their sockets are
 * still open.
 */
function farewell({ realtime }: Ground): Part {
  return { name: 'farewell to rooms', stop: (deadline) => realtime.stop(deadline) };
}

function metricsListener({ config, metrics, seat }: Ground): Part[] {
  const address = config['management.metrics_address'];
  // The process that holds the data directory serves the figures of all workers together.
  if (address === undefined || seat !== undefined) return [];
  const { host, port } = splitHostAndPort(address)!;
  return [makeMetricsListener(metrics.registry, host, port)];
}

function makeManagement(
  options: AppOptions,
  address: DatabaseAddress,
  ground: Ground,
  features: Features,
  refusedPages: () => RefusedPages,
) {
  const { secrets, realtime, publicPort } = ground;
  return wireManagement({
    ...ground,
    dataDir: options.dataDir,
    address,
    secrets: secretsByKey(secrets),
    presence: realtime,
    publicPort: () => publicPort.number,
    refusedPages,
    requestStop: options.requestStop ?? (() => undefined),
    makePipeline: (own) => makeManagementPipeline(ground, features, own),
  });
}
