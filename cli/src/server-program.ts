/**
 * Starts the server's own program as a process, for commands that need the server's code. We never import that code.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ending, exitCodes, Failure } from './failure.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The program is beside our own code: built when we are built, source when we run from source. */
const entry = join(root, 'server', import.meta.url.endsWith('.ts') ? 'src/main.ts' : 'dist/main.js');

/** Options that the server's program reads too. */
export interface ServerOptions {
  readonly dataDir?: string;
  readonly config?: string;
  readonly port?: string;
  readonly host?: string;
  readonly webRoot?: string;
  readonly workers?: string;
  readonly set?: readonly string[];
  readonly withoutSecrets?: boolean;
}

/**
 * The options as arguments. Without a configuration file it uses the quick start's, as `npm start` does, except in
 * production.
 */
export function argumentsOf({ dataDir, config, port, host, webRoot, workers, set = [] }: ServerOptions): string[] {
  const quickStart = join(root, 'config/quick-start.yaml');
  const isProduction =
    process.env.MATINEE_SERVER_MODE === 'production' || set.some((pair) => pair === 'server.mode=production');
  const isQuick = config === undefined && process.env.MATINEE_CONFIG === undefined && !isProduction;
  const file = config ?? (isQuick && existsSync(quickStart) ? quickStart : undefined);
  const given = { 'data-dir': dataDir, config: file, port, host, workers, 'web-root': webRoot };
  return [
    ...Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
    ...set.flatMap((pair) => ['--set', pair]),
  ];
}

/** Runs the server until it ends, and returns its exit code. Forwards the signals that we receive. */
export async function runServer(options: ServerOptions): Promise<number> {
  const webRoot = options.webRoot ?? join(root, 'web/dist');
  // Runs the server in its own session. In a terminal, Ctrl-C signals all our processes at once; the server would
  // receive the signal twice and exit without cleaning up.
  const flags = options.withoutSecrets ? ['--without-secrets'] : [];
  const child = start(['serve', ...flags, ...argumentsOf({ ...options, webRoot })], true);
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) passOn(signal, child);
  return ended(child);
}

/**
 * Passes on a signal that ends the server, but not the same signal again within a second. On Ctrl-C the terminal sends
 * us the signal, and npm sends it to us again. The server would take the second one as the wish to end without cleaning
 * up.
 */
function passOn(signal: NodeJS.Signals, child: ChildProcess): void {
  let passedAtMs = Number.NEGATIVE_INFINITY;
  process.on(signal, () => {
    if (performance.now() - passedAtMs < 1_000) return;
    passedAtMs = performance.now();
    child.kill(signal);
  });
}

/**
 * Runs a command of the server's program with our input and output. If `input` is set, the command reads that instead
 * of our input.
 */
export async function runCommand(words: readonly string[], options: ServerOptions, input?: string): Promise<number> {
  const child = start([...words, ...argumentsOf(options)], false, input !== undefined);
  child.stdin?.on('error', () => undefined).end(input);
  // The terminal sends the signal to both processes. The child decides when it has cleaned up.
  process.on('SIGINT', () => undefined);
  return ended(child);
}

/** @throws Failure without text when the program failed, because it has printed its own error. */
export function expectDone(code: number): void {
  if (code === 0) return;
  const ending: Exclude<Ending, 'ok'> = code === exitCodes.usage ? 'usage' : 'refused';
  throw new Failure(ending, '');
}

function start(args: readonly string[], detached: boolean, hasInput = false): ChildProcess {
  if (!existsSync(entry)) throw new Failure('failed', 'the server is not built', 'Build it with: npm run build');
  return spawn(process.execPath, [...process.execArgv, entry, ...args], {
    stdio: [hasInput ? 'pipe' : 'inherit', 'inherit', 'inherit'],
    detached,
  });
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal ? exitCodes.failed : exitCodes.ok)));
  });
}
