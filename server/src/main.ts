/** The process: command line, signals, exit code. Everything else is in app.ts. */
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { type App, startApp } from './app.ts';
import { systemClock } from './kernel/clock.ts';
import {
  type Config,
  ConfigError,
  type ConfigLevel,
  environmentLevel,
  fileLevel,
  readConfig,
} from './kernel/config.ts';
import { makeLog } from './kernel/log.ts';
import { systemRandom } from './kernel/random.ts';

const usage = `Usage: matinee serve [options]

  --data-dir DIR   where everything is kept (default: ${defaultDataDir()})
  --port N         port to listen on; 0 takes any free one
  --host ADDRESS   address to listen on; 0.0.0.0 opens it to the network
  --config FILE    YAML file with the startup configuration
  --web-root DIR   folder of the built web app
  --set KEY=VALUE  any other key of the startup configuration, as often as needed
`;

/** Time for rooms and calls in hand after the first SIGTERM or SIGINT, in milliseconds. */
const drainMs = 10_000;

function defaultDataDir(): string {
  if (process.getuid?.() === 0) return '/var/lib/matinee';
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local/share'), 'matinee');
}

function readFlags(): { config: Config; dataDir: string; webRoot: string | undefined } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'data-dir': { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string' },
      config: { type: 'string' },
      'web-root': { type: 'string' },
      set: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help || positionals.some((word) => word !== 'serve')) {
    process.stdout.write(usage);
    process.exit(values.help ? 0 : 2);
  }
  const file = values.config ?? process.env.MATINEE_CONFIG;
  const levels = [
    ...(file === undefined ? [] : [readFileLevel(file)]),
    environmentLevel(process.env),
    flagLevel(values),
  ];
  const dataDir = resolve(values['data-dir'] ?? process.env.MATINEE_DATA_DIR ?? defaultDataDir());
  return { config: readConfig(levels), dataDir, webRoot: values['web-root'] };
}

function readFileLevel(path: string): ConfigLevel {
  try {
    return fileLevel(path, parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new ConfigError(`${path} cannot be read as YAML: ${(cause as Error).message}`);
  }
}

function flagLevel(flags: {
  port?: string | undefined;
  host?: string | undefined;
  set?: string[] | undefined;
}): ConfigLevel {
  const values: Record<string, unknown> = {};
  for (const pair of flags.set ?? []) {
    const at = pair.indexOf('=');
    if (at < 1) throw new ConfigError(`--set ${pair}: is not KEY=VALUE`);
    values[pair.slice(0, at)] = pair.slice(at + 1);
  }
  if (flags.port !== undefined) values['server.port'] = flags.port;
  if (flags.host !== undefined) values['server.host'] = flags.host;
  return { origin: 'flags', values };
}

/** What a person reads on the terminal; log lines are for machines. */
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
  process.stdout.write(`listening on ${scheme}://${host}:${app.port}\n`);
  if (config['server.host'] === '0.0.0.0' && scheme === 'http') {
    process.stdout.write(
      'Open to the network without TLS: passkeys, microphone and clipboard work in browsers over https or localhost only.\n',
    );
  }
}

async function main(): Promise<void> {
  const { config, dataDir, webRoot } = readFlags();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const log = makeLog(config['log.level']);
  const app = await startApp({
    config,
    dataDir,
    clock: systemClock,
    random: systemRandom,
    log,
    ...(webRoot === undefined ? {} : { webRoot: resolve(webRoot) }),
  });
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      log.info({ signal }, 'stopping');
      app.stop(drainMs).then(
        () => process.exit(0),
        (err) => {
          log.error({ err }, 'stopped with errors');
          process.exit(1);
        },
      );
    });
  }
  process.on('unhandledRejection', (err) => log.error({ err }, 'a promise was rejected that nobody waited for'));
  greet(app, config);
}

main().catch((cause: unknown) => {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  process.stderr.write(`${error instanceof ConfigError ? error.message : `Matinee cannot start: ${error.message}`}\n`);
  process.exit(1);
});
