/** Servers, and commands run against them as users run them. */
import { type CliRun, runCli, startCli } from '@matinee/testkit/cli.ts';
import { makeDataDir, removeDataDir } from '@matinee/testkit/process.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { ensureBuilt } from '../../tools/built.mjs';
import { runHere, wordsOf } from './run.fixture.ts';

export const managementToken = 'k7Qm2vXw9ZrT4bNc8LpF6hJd3SgY5aUe-management';
const rootPassword = 'Correct-horse-7';

/** The server, and commands that find it through their environment. */
export interface CliServer {
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly url: string;
  /** Runs a command line as users type it, in the process of the test. Put words with spaces in single quotes. */
  run(args: string, input?: string): Promise<CliRun>;
  /** Like `run`, by the built program in its own process. `run.fixture.ts` lists the commands that need that. */
  runProcess(args: string, input?: string): Promise<CliRun>;
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
  ).catch((cause) => {
    started.child.kill('SIGTERM');
    throw cause;
  });
  return { started, url: /listening on (\S+)/.exec(started.said())![1]!.replace('localhost', '127.0.0.1') };
}

export async function signIn(at: string, username: string, password: string) {
  return callRest(at, { call: 'AuthService.LoginWithDirectPassword', request: { username, password } });
}

/**
 * A server in the test's process, with a database in another one. Some tests run the built program with it, so this
 * builds that first. `npm test` has built it already.
 */
export async function startCliServer(): Promise<CliServer & { readonly server: TestServer }> {
  ensureBuilt();
  const config = { 'management.address': '127.0.0.1:0', 'management.token': managementToken };
  const server = await startTestServer({ config });
  const { dataDir, url } = server;
  return { dataDir, url, server, ...commandsFor(dataDir), stop: () => server.stop() };
}

/** A server by `matinee serve`, with the database of its data directory. */
export async function startServedServer(): Promise<CliServer> {
  ensureBuilt();
  const dataDir = await makeDataDir();
  const { started, url } = await serve(dataDir);
  return {
    dataDir,
    url,
    ...commandsFor(dataDir),
    async stop() {
      started.child.kill('SIGTERM');
      await started.ended;
      await removeDataDir(dataDir);
    },
  };
}

function commandsFor(dataDir: string): Pick<CliServer, 'environment' | 'run' | 'runProcess'> {
  const environment = { MATINEE_DATA_DIR: dataDir };
  return {
    environment,
    run: (args, input) => runHere(wordsOf(args), environment, input),
    runProcess: (args, input) => runCli(wordsOf(args), environment, input),
  };
}
