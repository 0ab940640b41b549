/** Runs the artefacts that were built for this machine, as an operator would, and reports the startup time of each. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCommand } from '../../testkit/src/outside/programs.ts';
import { imageName } from './image.ts';
import { platformNamed } from './platforms.ts';
import { run } from './run.ts';

interface Trial {
  readonly target: string;
  readonly say: (line: string) => void;
  readonly version: string;
}

/** The longest that a first start may take on a busy machine, in milliseconds. */
const longestMs = 120_000;

export async function tryArtefacts({ names, ...trial }: Trial & { readonly names: readonly string[] }): Promise<void> {
  if (names.includes('archives')) await tryArchive(trial);
  if (names.includes('debian')) tryPackage(trial);
  if (names.includes('image')) await tryImage(trial);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** Seconds until the server at `port` says that it is ready. @throws Error when it never does */
async function secondsToReady(port: number): Promise<string> {
  const begunMs = performance.now();
  while (performance.now() - begunMs < longestMs) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    if (answer?.ok) return ((performance.now() - begunMs) / 1_000).toFixed(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing was ready on port ${port} within ${longestMs / 1_000} s`);
}

async function tryArchive({ target, say, version }: Trial): Promise<void> {
  const name = `matinee-${version}-${platformNamed().name}`;
  const work = mkdtempSync(join(tmpdir(), 'matinee-try-'));
  run('chmod', ['755', work]);
  let child: ChildProcess | undefined;
  try {
    run('tar', ['--extract', '--file', join(target, `${name}.tar.gz`), '--directory', work]);
    const port = await freePort();
    const flags = ['--port', String(port), '--data-dir', join(work, 'data')];
    // Without a Node in the path, it has to use its own.
    const env = { PATH: '/usr/bin:/bin', HOME: work };
    child = spawn(join(work, name, 'matinee'), ['serve', ...flags], { stdio: 'ignore', env });
    const ended = once(child, 'exit');
    say(`tried    archive: ready after ${await secondsToReady(port)} s`);
    child.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Error(`the archive's server ended with ${code}`);
  } finally {
    if (child?.exitCode === null) child.kill('SIGKILL');
    rmSync(work, { recursive: true, force: true });
  }
}

function tryPackage({ target, say, version }: Trial): void {
  const file = join(target, `matinee_${version}_${platformNamed().debian}.deb`);
  if (!existsSync(file)) return void say('untried  package: it was not made');
  if (findCommand('lintian') === undefined) return void say('untried  package: lintian is not installed');
  run('lintian', ['--fail-on=error,warning', '--allow-root', file]);
  say('tried    package: lintian finds no error and no warning');
}

async function tryImage({ say, version }: Trial): Promise<void> {
  if (findCommand('podman') === undefined) return void say('untried  image: podman is not installed');
  const [port, name] = [await freePort(), `matinee-try-${process.pid}`];
  const locked = ['--read-only', '--cap-drop=all', '--security-opt=no-new-privileges', '--network=host'];
  const given = ['--env=MATINEE_SERVER_HOST=127.0.0.1', `--env=MATINEE_SERVER_PORT=${port}`];
  const volume = `--volume=${name}:/var/lib/matinee`;
  try {
    run('podman', ['run', '--detach', `--name=${name}`, ...locked, ...given, volume, `${imageName}:${version}`]);
    say(`tried    image: ready after ${await secondsToReady(port)} s`);
    run('podman', ['exec', name, 'matinee', 'status']);
    run('podman', ['healthcheck', 'run', name]);
    run('podman', ['stop', '--time=60', name]);
    const code = run('podman', ['inspect', '--format={{.State.ExitCode}}', name]).trim();
    if (code !== '0') throw new Error(`the image's server ended with ${code}`);
    run('podman', ['start', name]);
    say(`tried    image again, on the same volume: ready after ${await secondsToReady(port)} s`);
  } finally {
    run('podman', ['rm', '--force', '--ignore', name]);
    run('podman', ['volume', 'rm', '--force', name]);
  }
}
