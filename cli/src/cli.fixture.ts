/** A server started by the command line, and commands run against it as users run them. */
import { type CliRun, runCli, startCli } from '@matinee/testkit/cli.ts';
import { makeDataDir, removeDataDir } from '@matinee/testkit/process.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { until } from '@matinee/testkit/until.ts';
import { ensureBuilt } from '../../tools/built.mjs';

export const managementToken = 'k7Qm2vXw9ZrT4bNc8LpF6hJd3SgY5aUe-management';
export const rootPassword = 'Correct-horse-7';

/** The server, and commands that find it through their environment. */
export interface CliServer {
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly url: string;
  /** The management endpoint over TCP. */
  readonly tcpAddress: string;
  /** Runs a command line as users type it. Put words with spaces in single quotes. */
  run(args: string, input?: string): Promise<CliRun>;
  stop(): Promise<void>;
}

/** Runs `matinee serve` until it listens. @throws Error with its output when it ends before that. */
export async function serve(folder: string, flags: readonly string[] = []) {
  const started = startCli(['serve', '--port', '0', '--data-dir', folder, ...flags], {
    MATINEE_BOOTSTRAP_ROOT_PASSWORD: rootPassword,
    MATINEE_LIMITS_RATE_FACTOR: '1000',
  });
  const ended = started.ended.then(() => true);
  await until(
    'the server listens',
    async () => {
      if (await Promise.race([ended, Promise.resolve(false)])) throw new Error(`it ended: ${started.said()}`);
      return /listening on/.test(started.said());
    },
    90_000,
  );
  return { started, url: /listening on (\S+)/.exec(started.said())![1]!.replace('localhost', '127.0.0.1') };
}

export async function signIn(at: string, username: string, password: string) {
  return callRest(at, { call: 'AuthService.LoginWithDirectPassword', request: { username, password } });
}

/** Tests run the built program, so this builds it first. `npm test` has built it already. */
export async function startCliServer(): Promise<CliServer> {
  ensureBuilt();
  const dataDir = await makeDataDir();
  const environment = { MATINEE_DATA_DIR: dataDir };
  const flags = ['--set', 'management.address=127.0.0.1:0', '--set', `management.token=${managementToken}`];
  const { started, url } = await serve(dataDir, flags);
  const run = (args: string, input?: string) => runCli(args.match(/'[^']*'|\S+/g)!.map(unquoted), environment, input);
  const { management_addresses } = JSON.parse((await run('status --output json')).out);
  return {
    dataDir,
    environment,
    url,
    tcpAddress: management_addresses[1],
    run,
    async stop() {
      started.child.kill('SIGTERM');
      await started.ended;
      await removeDataDir(dataDir);
    },
  };
}

function unquoted(word: string): string {
  return word.startsWith("'") ? word.slice(1, -1) : word;
}
