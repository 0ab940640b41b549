/**
 * The command line of the server's own program. People run `matinee`, which starts this program for commands that need
 * the server's code.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ConfigLevel } from '../kernel/config/config.ts';
import { environmentLevel, flagLevel, readFileLevel } from '../kernel/config/config-levels.ts';
import { suggestion } from '../kernel/config/config-names.ts';

/**
 * The data directory, unless the operator specifies another. @throws UsageError for a user without a home folder, as in
 * containers
 */
export function defaultDataDir(environment: NodeJS.ProcessEnv, uid = process.getuid?.()): string {
  if (uid === 0) return '/var/lib/matinee';
  try {
    return join(environment.XDG_DATA_HOME ?? join(environment.HOME ?? homedir(), '.local/share'), 'matinee');
  } catch {
    throw new UsageError('this user has no home folder: name the data directory by --data-dir or MATINEE_DATA_DIR');
  }
}

const usage = `Usage: matinee-server [command] [options]

  serve                  run the service; the command when none is given
  config show            show the startup configuration in force
  config validate        say what is wrong with it
  db status              say which steps of the tables are applied
  db migrate             apply those that are missing
  db verify FILE         read a whole backup and say whether it is good
  db restore FILE        read a backup into an empty database
  doctor                 look for what is wrong with this server and what it depends on
  provider-backend       run providers of media for another server; has options of its own, see its --help

  --data-dir DIR         where everything is kept (default: ~/.local/share/matinee, for root /var/lib/matinee)
  --config FILE          YAML file with the startup configuration
  --port N               port to listen on; 0 takes any free one
  --host ADDRESS         address to listen on; 0.0.0.0 opens it to the network
  --workers N            of serve: number of worker processes; auto: one for each core
  --web-root DIR         folder of the built web app
  --set KEY=VALUE        any other key of the startup configuration, as often as needed
  --output FORMAT        of config, db status and doctor: text, yaml or json
  --bundle FILE          of doctor: write an archive for a bug report, without secrets
  --log FILE             of doctor: the log file; its end goes into the archive
  --server-facts FILE    of doctor: what a running server said of itself, as JSON; - reads standard input
  --passphrase-file FILE of db restore: opens the secrets in the backup; - reads standard input
  --without-secrets      of db restore and serve: go on although the secrets that the data was written with are lost
`;

const options = {
  'data-dir': { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  config: { type: 'string' },
  workers: { type: 'string' },
  'web-root': { type: 'string' },
  set: { type: 'string', multiple: true },
  output: { type: 'string' },
  'passphrase-file': { type: 'string' },
  'without-secrets': { type: 'boolean' },
  bundle: { type: 'string' },
  log: { type: 'string' },
  'server-facts': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const commands = [
  'serve',
  'config show',
  'config validate',
  'db status',
  'db migrate',
  'db verify',
  'db restore',
  'doctor',
] as const;
type Command = (typeof commands)[number];

/** The command line is invalid; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The parsed command line. */
export interface CommandLine {
  readonly command: Command | 'help';
  /** Words after the command, such as the file of `db restore`. */
  readonly operands: readonly string[];
  readonly levels: readonly ConfigLevel[];
  /** Absolute. */
  readonly dataDir: string;
  readonly webRoot: string | undefined;
  readonly output: 'text' | 'yaml' | 'json';
  readonly passphraseFile: string | undefined;
  readonly withoutSecrets: boolean;
  /** Files for `doctor`. */
  readonly doctor: {
    readonly bundle: string | undefined;
    readonly log: string | undefined;
    readonly serverFacts: string | undefined;
  };
}

export function showUsage(): void {
  process.stdout.write(usage);
}

/** @throws UsageError for unknown options and commands. */
export function readCommandLine(args: string[], environment: NodeJS.ProcessEnv): CommandLine {
  const { values, positionals } = parse(args);
  const file = values.config ?? environment.MATINEE_CONFIG;
  const output = values.output ?? 'text';
  if (output !== 'text' && output !== 'yaml' && output !== 'json')
    throw new UsageError(`--output ${output}: is none of text, yaml, json`);
  const { command, operands } = findCommand(positionals);
  return {
    command: values.help ? 'help' : command,
    operands,
    levels: [
      ...(file === undefined ? [] : [readFileLevel(file)]),
      environmentLevel(environment),
      flagLevel(values.set ?? [], {
        'server.port': values.port,
        'server.host': values.host,
        'server.workers': values.workers,
      }),
    ],
    // The help needs none, and is also shown to users without a home folder.
    dataDir: values.help
      ? ''
      : resolve(values['data-dir'] ?? environment.MATINEE_DATA_DIR ?? defaultDataDir(environment)),
    webRoot: values['web-root'] === undefined ? undefined : resolve(values['web-root']),
    output,
    passphraseFile: values['passphrase-file'],
    withoutSecrets: values['without-secrets'] ?? false,
    doctor: { bundle: values.bundle, log: values.log, serverFacts: values['server-facts'] },
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (cause) {
    const { message } = cause as Error;
    const wrong = /'(--[\w-]+)'/.exec(message)?.[1];
    const names = Object.keys(options).map((name) => `--${name}`);
    throw new UsageError(
      message.split(/\. |\.?\n/)[0] + (wrong && !names.includes(wrong) ? suggestion(wrong, names) : ''),
    );
  }
}

function findCommand(words: readonly string[]): { command: Command; operands: readonly string[] } {
  if (words.length === 0) return { command: 'serve', operands: [] };
  const command = commands.find((name) => name.split(' ').every((word, index) => words[index] === word));
  if (!command) throw new UsageError(`${words.join(' ')}: is not a command${suggestion(words.join(' '), commands)}`);
  const operands = words.slice(command.split(' ').length);
  const takesFile = command === 'db restore' || command === 'db verify';
  const expected = takesFile ? 1 : 0;
  if (operands.length !== expected) {
    const problem = expected === 1 ? 'takes one file' : `takes no ${operands[0]}`;
    throw new UsageError(`${command} ${problem}`);
  }
  if (takesFile && !existsSync(operands[0]!)) throw new UsageError(`${operands[0]}: there is no such file`);
  return { command, operands };
}
