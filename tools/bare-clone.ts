/**
 * `npm run bare-clone`: makes a fresh clone, without installed packages, and follows a newcomer's steps: runs both
 * commands of the README, and again without a network. Prints the duration of each; a failing step ends it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'matinee-bare-clone-'));
// The database's user, who is not root, must be able to enter the folder.
chmodSync(folder, 0o755);
const clone = join(folder, 'matinee');
const dataDir = join(folder, 'data');

/** No program listens there: requests to the registry fail at once. */
const withoutNetwork = { npm_config_registry: 'http://127.0.0.1:9/' };
/** The longest that a step may take, in milliseconds: an install and a build on a slow machine. */
const longestMs = 600_000;

type Environment = Readonly<Record<string, string>>;

function launch(command: string, args: readonly string[], own: Environment, cwd: string): ChildProcess {
  // Leaves out the variables with which npm describes this checkout to its scripts.
  const others = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|MATINEE_)/.test(name));
  return spawn(command, args, {
    cwd,
    env: { ...Object.fromEntries(others), ...own },
    // A separate process group, which receives Ctrl-C as a whole.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Waits until the output of `child` matches `pattern`, or `child` has ended. @throws Error with its output */
async function listen(child: ChildProcess, pattern?: RegExp): Promise<string> {
  let said = '';
  const closed = once(child, 'close') as Promise<[number | null]>;
  const heard = new Promise<string>((resolve) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (bytes) => {
        said += bytes;
        const found = pattern?.exec(said);
        if (found) resolve(found[1]!);
      });
  });
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), longestMs);
  const ended = closed.then(([code]) => {
    if (pattern === undefined && code === 0) return said;
    throw new Error(`${child.spawnargs.join(' ')} ended with ${code}:\n${said}`);
  });
  // If both promises reject, the second rejection needs a handler.
  ended.catch(() => undefined);
  return Promise.race([ended, heard]).finally(() => clearTimeout(timer));
}

async function step(name: string, work: () => Promise<unknown>): Promise<void> {
  const startedMs = performance.now();
  await work();
  process.stdout.write(`${name}: ${((performance.now() - startedMs) / 1_000).toFixed(1)} s\n`);
}

const run = (command: string, args: readonly string[], own: Environment = {}, cwd = clone) =>
  listen(launch(command, args, own, cwd));

/** `npm start` until the page is there, and then Ctrl-C. */
async function startAndStop(own: Environment): Promise<void> {
  const child = launch('npm', ['start', '--', '--port', '0', '--data-dir', dataDir], own, clone);
  try {
    const address = await listen(child, /(http:\/\/[\w.[\]:-]+:\d+)/);
    const page = await fetch(address);
    if (!page.ok || !(await page.text()).includes('Matinee')) throw new Error(`${address} answers with ${page.status}`);
  } finally {
    if (child.exitCode === null) {
      const closed = once(child, 'close');
      process.kill(-child.pid!, 'SIGINT');
      await closed;
    }
  }
}

try {
  await run('git', ['clone', '--quiet', root, clone], {}, folder);
  await step('npm start in a fresh clone', () => startAndStop({}));
  await step('npm start again, without a network', () => startAndStop(withoutNetwork));
  await step('npx matinee --help, without a network', () => run('npx', ['matinee', '--help'], withoutNetwork));
  const test = ['test', '--', '--no-install', 'contract/src/nearest'];
  await step('npm test of one file', () => run('npm', test));
  await step('npm test of it again, without a network', () => run('npm', test, withoutNetwork));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
