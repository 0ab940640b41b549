/** `serve`: runs the service until a signal or an operator stops it. */
import cluster from 'node:cluster';
import { mkdirSync } from 'node:fs';
import type { App } from '../app.ts';
import { beginToOpenDataDir } from '../data-dir.ts';
import { systemClock } from '../kernel/clock.ts';
import { readConfig } from '../kernel/config/config.ts';
import type { Log } from '../kernel/log.ts';
import { systemRandom } from '../kernel/random.ts';
import type { CommandLine } from './command-line.ts';
import { prepareRuntime } from './runtime.ts';
import { drainMs, greet, listenToSignals, openLog, stopOnce } from './serving.ts';

/** Loads the code of the service. */
export const loadService = () => import('../app.ts');

/** Resolves once the server listens; the process continues until it is stopped. */
export async function serve(line: CommandLine): Promise<void> {
  const { levels, dataDir, webRoot, withoutSecrets } = line;
  prepareRuntime();
  const config = readConfig(levels);
  if (cluster.isWorker) return (await import('./workers/worker.ts')).serveAsWorker(line, config);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (config['server.workers'] !== undefined)
    return (await import('./workers/supervise.ts')).superviseWorkers(line, config, config['server.workers']);
  const log = openLog(config);
  // PostgreSQL starts while this process loads the service's code, which takes longer.
  const { isUnderway, opened } = beginToOpenDataDir({ config, dataDir, clock: systemClock, log });
  await isUnderway;
  const { startApp } = await loadService();
  let stop: (deadlineMs: number) => void = () => process.exit(0);
  const app = await startApp({
    opened,
    config,
    dataDir,
    clock: systemClock,
    followsDatabaseTime: true,
    random: systemRandom,
    log,
    withoutSecrets,
    requestStop: (deadlineMs = drainMs) => stop(deadlineMs),
    ...(webRoot === undefined ? {} : { webRoot }),
  });
  stop = stopOnce((deadlineMs) => app.stop(deadlineMs), log);
  listenToSignals(stop, () => renewCertificates(app, log));
  greet(app, config);
}

function renewCertificates(app: App, log: Log): void {
  try {
    app.renewCertificates();
    log.info('certificates read again');
  } catch (err) {
    log.error({ err }, 'the certificates were not taken; the old ones stay');
  }
}
