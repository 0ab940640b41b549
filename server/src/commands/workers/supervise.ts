/**
 * `serve --workers`: starts workers, and holds the parts that exist once per machine: data directory, database, shared
 * keys.
 */
import cluster, { type Worker as ClusterWorker } from 'node:cluster';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { openDataDir } from '../../data-dir.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Config } from '../../kernel/config/config-keys.ts';
import { startParts } from '../../kernel/lifecycle.ts';
import type { Log } from '../../kernel/log.ts';
import type { KeyValue } from '../../store/key-value/key-value.ts';
import { memoryKeyValue } from '../../store/key-value/memory-key-value.ts';
import { shareKeyValue } from '../../store/key-value/share-key-value.ts';
import type { CommandLine } from '../command-line.ts';
import { drainMs, greet, listenToSignals, openLog, stopOnce } from '../serving.ts';
import { type Beginning, channelOf, type News, type Readiness } from './messages.ts';
import { sharedManagement } from './shared-management.ts';
import { Supervisor } from './supervisor.ts';
import { connectionsOf, countOf } from './worker-count.ts';
import type { WorkerProcess } from './worker-handle.ts';
import { workerMetrics } from './worker-metrics.ts';

/** Database connections reserved for others, such as the command line. */
const forOthers = 20;
/** PostgreSQL's default connection limit. */
const usualConnections = 100;
/** Time for this process's own parts to stop, in milliseconds. */
const closingMs = 5_000;

/** Resolves once all workers serve; the process continues until it is stopped. */
export async function superviseWorkers(line: CommandLine, config: Config, wished: number | 'auto'): Promise<void> {
  const { dataDir } = line;
  const count = countOf(wished);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const log = openLog(config);
  const clock = systemClock;
  const held = await openDataDir({ config, dataDir, clock, log, settings: databaseSettings(config, count) });
  const keyValue = memoryKeyValue({ clock, log });
  const port = await choosePort(config);
  const begin = (seat: number): Beginning => ({
    ...{ seat, count, port, processId: process.pid },
    ...{ database: held.address, logLevel: log.level },
  });
  const stop = stopOnce(async (deadlineMs) => {
    await supervisor.stop(deadlineMs);
    await running.stop(closingMs).finally(() => held.stop(deadlineMs));
  }, log);
  // All workers accept connections from the socket themselves. If this process handed them out, connections on their
  // way to a dying worker would neither be answered nor closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ serialization: 'advanced' });
  const supervisor: Supervisor = new Supervisor({
    ...{ count, clock, log, drainMs },
    fork: (seat) => forkWorker(keyValue, begin(seat)),
    requestStop: (deadlineMs = drainMs) => stop(deadlineMs),
  });
  const parts = [keyValue, ...sharedManagement(config, dataDir), ...workerMetrics(config, supervisor)];
  const running = await startParts(parts, clock).catch(async (cause) => {
    await held.stop(closingMs);
    throw cause;
  });
  greet(await startOrEnd(supervisor, log, () => running.stop(closingMs).finally(() => held.stop(closingMs))), config);
  listenToSignals(stop, () => supervisor.restart());
}

/** A worker that cannot start has already logged the reason, so this process ends without another message. */
async function startOrEnd(supervisor: Supervisor, log: Log, stop: () => Promise<void>): Promise<Readiness> {
  try {
    return await supervisor.start();
  } catch (err) {
    log.debug({ err }, 'a worker could not start');
    await supervisor.stop(0);
    await stop();
    return process.exit(1);
  }
}

/** While a worker is replaced there is one more than usual. */
function databaseSettings(config: Config, count: number): Readonly<Record<string, string>> {
  const wanted = connectionsOf(config, count + 1) + forOthers;
  return { max_connections: String(Math.max(usualConnections, wanted)) };
}

/** All workers listen on the same port, including those that start when no other one is left. */
async function choosePort(config: Config): Promise<number> {
  const { 'server.port': wished, 'server.host': host } = config;
  if (wished !== 0) return wished;
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Starts a worker, and serves it from `keyValue` until it ends. */
function forkWorker(keyValue: KeyValue, beginning: Beginning): WorkerProcess {
  const child = cluster.fork();
  const peer = peerOf(child);
  const supervision = channelOf(peer, 'supervision');
  const unshare = shareKeyValue(keyValue, channelOf(peer, 'key-value store'));
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  void ended.then(unshare);
  child.on('error', () => undefined);
  const process: WorkerProcess = {
    processId: child.process.pid ?? 0,
    ended,
    send: (order) => supervision.send(order),
    listen: (handler) => void supervision.listen((news) => handler(news as News)),
    kill: () => void child.process.kill('SIGKILL'),
  };
  process.listen(({ kind }) => {
    if (kind === 'started') process.send({ kind: 'begin', beginning });
  });
  return process;
}

function peerOf(child: ClusterWorker) {
  return {
    send: (message: unknown) => {
      if (child.isConnected()) child.send(message as object, () => undefined);
    },
    on: child.on.bind(child),
    off: child.off.bind(child),
  };
}
