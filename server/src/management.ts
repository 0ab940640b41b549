/** Connects the management endpoint: what operators may call, where, and what it knows of the other parts. */
import { managementServices } from '@matinee/contract/methods.ts';
import type { WorkerSeat } from './composition/app-options.ts';
import { managementFeature, type Presence } from './features/operating/management/management.feature.ts';
import type { Pipeline } from './kernel/call.ts';
import type { Clock } from './kernel/clock.ts';
import type { Config } from './kernel/config/config-keys.ts';
import { localOrigin } from './kernel/config/config-rules.ts';
import { splitHostAndPort } from './kernel/config/config-schemas.ts';
import type { Binding } from './kernel/handler.ts';
import type { Log } from './kernel/log.ts';
import { processFigures } from './kernel/process/process-figures.ts';
import type { ServerTime } from './kernel/time/server-time.ts';
import { writeBackup } from './store/backup/write-backup.ts';
import type { Database } from './store/database.ts';
import type { DatabaseAddress } from './store/database-address.ts';
import { managementPaths } from './store/embedded/management-paths.ts';
import type { KeyValue } from './store/key-value/key-value.ts';
import { type ManagementEndpoint, makeManagementEndpoint } from './transport/management/endpoint.ts';
import type { RefusedPages } from './transport/ws/page-origin.ts';

interface ManagementWiring {
  readonly config: Config;
  readonly dataDir: string;
  readonly version: string;
  readonly db: Database;
  readonly address: DatabaseAddress;
  readonly clock: Clock;
  readonly time: ServerTime;
  readonly log: Log;
  /** Secrets that belong to the stored data, by configuration key. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly keyValue: Pick<KeyValue, 'isReachable'>;
  readonly presence: Presence;
  /** Absent: no worker is beside this process. */
  readonly seat: WorkerSeat | undefined;
  readonly publicPort: () => number;
  readonly refusedPages: () => RefusedPages;
  readonly requestStop: (deadlineMs: number | undefined) => void;
  /** Makes a pipeline of these bindings and of the features' bindings for operators. */
  readonly makePipeline: (own: readonly Binding[]) => Pipeline;
}

/** Undefined when the configuration switches the endpoint off. */
export async function wireManagement(parts: ManagementWiring): Promise<ManagementEndpoint | undefined> {
  const { config, dataDir, version, address, clock, log, secrets } = parts;
  if (!config['management.enabled']) return undefined;
  const feature = managementFeature({
    db: parts.db,
    clock,
    log,
    facts: {
      version,
      mode: config['server.mode'],
      dataDir,
      replicaId: parts.db.origin,
      database: config['database.url'] === undefined ? 'embedded' : 'given',
      keyValueStore: () =>
        parts.seat ? 'memory, which the workers share' : keyValueText(config, parts.keyValue.isReachable()),
      configuredLogLevel: config['log.level'],
      clockDeviationMs: () => parts.time.deviationMs(),
    },
    process: processFigures(),
    seat: parts.seat,
    presence: parts.presence,
    refusedPages: parts.refusedPages,
    addresses: () => ({ public: addressesOf(config, parts.publicPort()), management: endpoint.addresses }),
    requestStop: parts.requestStop,
    backup: (passphrase, signal) => writeBackup({ address, version, clock, secrets, passphrase, signal }),
    secretKeys: Object.keys(secrets),
  });
  const tcp = config['management.address'] === undefined ? undefined : splitHostAndPort(config['management.address']);
  if (tcp && !isLoopback(tcp.host))
    log.warn(
      { host: tcp.host },
      'management.address is not of this machine, and management is not encrypted: keep it in a network that you trust',
    );
  const endpoint = makeManagementEndpoint({
    pipeline: parts.makePipeline(feature.bindings ?? []),
    services: managementServices,
    ...(await managementPaths(dataDir, config['management.socket'])),
    isShared: parts.seat !== undefined,
    tcp: tcp && { ...tcp, token: config['management.token']! },
    log,
  });
  return endpoint;
}

function keyValueText(config: Config, isReachable: boolean): string {
  if (config['redis.url'] === undefined) return 'memory';
  return isReachable ? 'redis' : 'redis, which cannot be reached';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** The URLs at which people reach the public port. */
function addressesOf(config: Config, port: number): string[] {
  const host = config['server.host'];
  const local = localOrigin(config, port);
  if (host === '127.0.0.1' || host === '::1' || host === 'localhost') return [local];
  const scheme = local.slice(0, local.indexOf(':'));
  const given = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return host === '0.0.0.0' || host === '::' ? [local, given] : [given];
}
