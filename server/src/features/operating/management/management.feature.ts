import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import type { Call } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { handleOperator, handleOperatorStream } from '../../../kernel/handler.ts';
import type { Log } from '../../../kernel/log.ts';
import type { ProcessFigures } from '../../../kernel/process/process-figures.ts';
import type { WorkerCosts, WorkerState } from '../../../kernel/process/worker-facts.ts';
import type { BackupEvent } from '../../../store/backup/write-backup.ts';
import type { Database } from '../../../store/database.ts';
import type { Feature } from '../../feature.ts';
import { toResponse } from './backup-messages.ts';
import { readFigures, readSchema } from './management.store.ts';

/** Facts about the process from the composition. Facts that can change are functions. */
export interface ServerFacts {
  readonly version: string;
  readonly mode: string;
  readonly dataDir: string;
  readonly replicaId: string;
  readonly database: 'embedded' | 'given';
  /** `memory` or `redis`, and whether it is unreachable now. */
  readonly keyValueStore: () => string;
  readonly clockDeviationMs: () => number;
  /** `log.level` of the configuration. */
  readonly configuredLogLevel: string;
}

/** Pages of other origins whose sockets were refused; times are in milliseconds of the clock. */
export interface RefusedPages {
  readonly count: number;
  readonly last: { readonly origin: string; readonly host: string; readonly atMs: number } | undefined;
}

/** Connections and people in rooms now. */
export interface Presence {
  readonly connectionCount: number;
  busiest(): readonly string[];
  onlineCount(roomId: string): number;
}

/** The workers on this machine, including this process. */
interface Workers {
  readonly count: number;
  /** The process that started the workers. */
  readonly processId: number;
  readonly state: () => WorkerState;
  readonly costs: () => Promise<WorkerCosts>;
  /** Resolves once `state` shows that the workers are being replaced. */
  readonly requestRestart: () => Promise<void>;
  readonly setLogLevel: (level: string) => void;
}

interface ManagementParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly facts: ServerFacts;
  readonly process: ProcessFigures;
  /** The other workers of this machine. Absent: the server runs without workers. */
  readonly seat: Workers | undefined;
  readonly presence: Presence;
  readonly refusedPages: () => RefusedPages;
  /** Available once all listeners are open. */
  readonly addresses: () => { readonly public: readonly string[]; readonly management: readonly string[] };
  /** Begins to stop the process. Undefined: with the deadline that applies to a signal. */
  readonly requestStop: (deadlineMs: number | undefined) => void;
  readonly backup: (passphrase: string, signal: AbortSignal) => AsyncIterable<BackupEvent>;
  /** Secrets that belong to the data, as configuration keys. */
  readonly secretKeys: readonly string[];
}

/** Shows operators the state of the server, and lets them stop it and back it up. */
export function managementFeature(parts: ManagementParts): Feature {
  const { clock, log } = parts;
  return {
    name: 'management',
    reads: ['chat_messages', 'media', 'rooms', 'schema_migrations', 'sessions', 'users'],
    bindings: [
      handleOperator(ManagementService.method.getStatus, () => readStatus(parts)),
      handleOperator(ManagementService.method.getSystemStats, () => readStats(parts)),
      handleOperator(ManagementService.method.setLogLevel, async ({ level }, call) => setLogLevel(parts, level, call)),
      handleOperator(ManagementService.method.shutdown, async ({ deadlineSeconds }, call) => {
        log.info({ requestId: call.requestId, address: call.address }, 'an operator stops the server');
        // Waits until the response has been sent; stopping waits for running calls.
        clock.after(20, () => parts.requestStop(deadlineSeconds > 0 ? deadlineSeconds * 1000 : undefined));
        return { processId: mainProcess(parts) };
      }),
      handleOperator(ManagementService.method.restartWorkers, (_, call) => restartWorkers(parts, call)),
      handleOperatorStream(ManagementService.method.backup, async function* ({ passphrase }, call) {
        log.info({ requestId: call.requestId, address: call.address }, 'a backup begins');
        const isSealed = passphrase !== '';
        for await (const event of parts.backup(passphrase, call.signal))
          yield toResponse(event, parts.secretKeys, isSealed);
      }),
    ],
  };
}

/** The process that lives as long as the server. */
function mainProcess({ seat, process }: ManagementParts): number {
  return seat?.processId ?? process.processId;
}

async function restartWorkers({ seat, log }: ManagementParts, { requestId, address }: Call) {
  if (seat === undefined) return { workers: 0 };
  log.info({ requestId, address }, 'an operator restarts the workers');
  await seat.requestRestart();
  return { workers: seat.count };
}

/** Logs the change at the more verbose of both levels, so that it explains missing lines. [MG9] */
function setLogLevel({ log, facts, seat }: ManagementParts, level: string, { requestId, address }: Call) {
  const configured = facts.configuredLogLevel;
  if (level === '' || level === log.level) return { level: log.level, configured };
  const change = { requestId, address, before: log.level, after: level };
  if (log.isLevelEnabled('warn')) log.warn(change, 'an operator changes the level of the log');
  log.level = level;
  seat?.setLogLevel(level);
  if (change.before === 'error' || change.before === 'silent')
    log.warn(change, 'an operator has changed the level of the log');
  return { level, configured };
}

async function readStatus(parts: ManagementParts) {
  const { db, facts, process } = parts;
  const addresses = parts.addresses();
  const refused = parts.refusedPages();
  return {
    ...facts,
    keyValueStore: facts.keyValueStore(),
    clockDeviationMs: facts.clockDeviationMs(),
    startedAt: timestampFromDate(dateOf(process.startedAtMs)),
    uptimeSeconds: uptimeSeconds(parts),
    addresses: [...addresses.public],
    managementAddresses: [...addresses.management],
    processId: mainProcess(parts),
    workers: (parts.seat?.state().workers ?? []).map(({ processId, startedAtMs, isReady: ready }) => ({
      ...{ processId, ready },
      startedAt: timestampFromDate(dateOf(startedAtMs)),
    })),
    restarting: parts.seat?.state().isRestarting ?? false,
    logLevel: parts.log.level,
    nodeVersion: process.nodeVersion,
    schema: await readSchema(db.query<object>()),
    refusedPages: refused.last && {
      count: refused.count,
      origin: refused.last.origin,
      host: refused.last.host,
      lastAt: timestampFromDate(dateOf(refused.last.atMs)),
    },
  };
}

async function readStats(parts: ManagementParts) {
  const { db, process, presence } = parts;
  const { bytes: databaseBytes, ...counts } = await readFigures(db.query<object>());
  const costs = (await parts.seat?.costs()) ?? costsOf(parts);
  const delay = process.eventLoopDelay();
  const active = presence.busiest();
  return {
    ...counts,
    databaseBytes,
    online: active.reduce((sum, roomId) => sum + presence.onlineCount(roomId), 0),
    activeRooms: active.length,
    connections: costs.connections,
    memoryBytes: costs.residentBytes,
    heapBytes: costs.heapBytes,
    cpuSeconds: costs.cpuSeconds,
    uptimeSeconds: uptimeSeconds(parts),
    eventLoopDelayP50Ms: delay.p50Ms,
    eventLoopDelayP99Ms: delay.p99Ms,
    eventLoopDelayMaxMs: delay.maxMs,
  };
}

/** The costs of this process; without workers, it is the whole server. */
function costsOf({ process, presence }: ManagementParts): WorkerCosts {
  return { connections: presence.connectionCount, ...process.memory(), cpuSeconds: process.cpuSeconds() };
}

function uptimeSeconds({ clock, process }: Pick<ManagementParts, 'clock' | 'process'>): number {
  return (clock.nowMs() - process.startedAtMs) / 1000;
}
