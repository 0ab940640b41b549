/** Code shared by a serving process and a process that starts workers. */
import type { App } from '../app.ts';
import type { Config } from '../kernel/config/config-keys.ts';
import { type Log, makeLog } from '../kernel/log.ts';

/** Time that rooms and running calls have after the first SIGTERM or SIGINT, in milliseconds. */
export const drainMs = 10_000;

/** The log of this process, as configured. */
export function openLog(config: Config, level: string = config['log.level']): Log {
  const log = makeLog(level, { format: formatOf(config['log.format']) });
  process.on('unhandledRejection', (err) => log.error({ err }, 'a promise was rejected that nobody waited for'));
  return log;
}

function formatOf(format: Config['log.format']): 'json' | 'text' {
  if (format !== 'auto') return format;
  return process.stdout.isTTY ? 'text' : 'json';
}

/** Returns the function that stops everything and then ends this process. A second call ends the process at once. */
export function stopOnce(stop: (deadlineMs: number) => Promise<void>, log: Log): (deadlineMs: number) => void {
  let isStopping = false;
  return (deadlineMs) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ deadlineMs }, 'stopping');
    stop(deadlineMs).then(
      () => process.exit(0),
      (err) => {
        log.error({ err }, 'stopped with errors');
        process.exit(1);
      },
    );
  };
}

export function listenToSignals(stop: (deadlineMs: number) => void, onHangup: () => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(drainMs));
  // Closing the terminal sends this signal too. Our output is then no longer visible.
  const hasTerminal = process.stdout.isTTY;
  process.on('SIGHUP', () => (hasTerminal ? stop(drainMs) : onHangup()));
}

/** Prints the lines that people read at a terminal; log lines are for machines. */
export function greet(app: Pick<App, 'firstAccount' | 'port'>, config: Config): void {
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
