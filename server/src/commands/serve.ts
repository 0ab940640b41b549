/** `serve`: runs the service until a signal or an operator stops it. */
import { mkdirSync } from 'node:fs';
import { type App, startApp } from '../app.ts';
import { systemClock } from '../kernel/clock.ts';
import { readConfig } from '../kernel/config/config.ts';
import type { Config } from '../kernel/config/config-keys.ts';
import { type Log, makeLog } from '../kernel/log.ts';
import { systemRandom } from '../kernel/random.ts';
import type { CommandLine } from './command-line.ts';
import { prepareRuntime } from './runtime.ts';

/** Time that rooms and running calls have after the first SIGTERM or SIGINT, in milliseconds. */
const drainMs = 10_000;

/** Resolves once the server listens; the process goes on until it is stopped. */
export async function serve({ levels, dataDir, webRoot, withoutSecrets }: CommandLine): Promise<void> {
  prepareRuntime();
  const config = readConfig(levels);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const log = makeLog(config['log.level'], { format: logFormat(config['log.format']) });
  process.on('unhandledRejection', (err) => log.error({ err }, 'a promise was rejected that nobody waited for'));
  let stop: (deadlineMs: number) => void = () => process.exit(0);
  const app = await startApp({
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
  stop = stopOnce(app, log);
  listenToSignals(app, log, stop);
  greet(app, config);
}

function logFormat(format: Config['log.format']): 'json' | 'text' {
  if (format !== 'auto') return format;
  return process.stdout.isTTY ? 'text' : 'json';
}

function stopOnce(app: App, log: Log): (deadlineMs: number) => void {
  let isStopping = false;
  return (deadlineMs) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ deadlineMs }, 'stopping');
    app.stop(deadlineMs).then(
      () => process.exit(0),
      (err) => {
        log.error({ err }, 'stopped with errors');
        process.exit(1);
      },
    );
  };
}

function listenToSignals(app: App, log: Log, stop: (deadlineMs: number) => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(drainMs));
  // Closing the terminal sends this signal too. Then no terminal is left to show our output.
  const hasTerminal = process.stdout.isTTY;
  process.on('SIGHUP', () => {
    if (hasTerminal) return stop(drainMs);
    try {
      app.renewCertificates();
      log.info('certificates read again');
    } catch (err) {
      log.error({ err }, 'the certificates were not taken; the old ones stay');
    }
  });
}

/** Prints the lines that people read on the terminal; log lines are for machines. */
function greet(app: App, config: Config): void {
  const host =
    config['server.host'] === '127.0.0.1' || config['server.host'] === '0.0.0.0' ? 'localhost' : config['server.host'];
  const scheme = config['server.tls_certificate'] === undefined ? 'http' : 'https';
  if (app.firstAccount) {
    const { username, password } = app.firstAccount;
    process.stdout.write(
      `\nThe first account was made. Its password is shown this once:\n  username  ${username}\n  password  ${password}\n\n`,
    );
  }
  process.stdout.write(`listening on ${scheme}://${host}:${app.port}${config['server.base_path']}\n`);
  if (config['server.host'] === '0.0.0.0' && scheme === 'http') {
    process.stdout.write(
      'Open to the network without TLS: passkeys, microphone and clipboard work in browsers over https or localhost only.\n',
    );
  }
}
