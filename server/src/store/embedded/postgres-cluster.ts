import { spawn } from 'node:child_process';
import { chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { SystemUser } from './system-user.ts';

/** Major version of the embedded server. It cannot open a cluster of another major version. */
const majorVersion = '17';

/** Name of the superuser and of the database in an embedded cluster. */
export const embeddedName = 'matinee';

/**
 * Creates the files of a database cluster unless they exist. Creates them under a temporary name and renames, so an
 * interrupted start leaves nothing that looks like a cluster. Text is UTF-8 and sorted by PostgreSQL's own C.UTF-8,
 * which system updates do not change.
 * @throws Error when the folder holds something else, or a cluster of another major version.
 */
export async function ensureCluster(cluster: string, binaries: PostgresBinaries, user: SystemUser): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === majorVersion) return;
  if (version !== '') {
    throw new Error(
      `${cluster} was written by PostgreSQL ${version}, and this Matinee brings ${majorVersion}: dump it with the old version and restore it`,
    );
  }
  const found = await readdir(cluster).catch(() => []);
  if (found.length > 0) throw new Error(`${cluster} is not empty and not a PostgreSQL cluster: move it away`);
  const half = `${cluster}.half`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { mode: 0o700 });
  if (user.differs) await chown(half, user.uid, user.gid);
  await run(binaries.initdb, ['-D', half, ...initOptions], user);
  await run(binaries.postgres, ['--single', '-D', half, 'postgres'], user, `create database ${embeddedName};\n`);
  await rename(half, cluster);
  await syncFolder(dirname(cluster));
}

/** `trust`: the permissions of the socket's folder decide who may connect. Only this user (and root) can enter it. */
const initOptions = [
  `--username=${embeddedName}`,
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
];

/** A rename is durable only after an fsync of its folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function run(program: string, args: readonly string[], user: SystemUser, input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const identity = user.differs ? { uid: user.uid, gid: user.gid } : {};
    const child = spawn(program, args, { ...identity, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } });
    let said = '';
    child.stdout.on('data', (bytes) => {
      said += bytes;
    });
    child.stderr.on('data', (bytes) => {
      said += bytes;
    });
    child.stdin.on('error', () => undefined).end(input);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const failed = code !== 0 || / (FATAL|PANIC|ERROR): /.test(said);
      if (failed) reject(new Error(`${basename(program)} of PostgreSQL failed (${signal ?? code}): ${faultIn(said)}`));
      else resolve();
    });
  });
}

/** The line of `initdb`'s output that names the cause, such as a full disk; the whole output if there is none. */
function faultIn(said: string): string {
  const [, fault] = /\b(?:FATAL|PANIC|ERROR|error): +(.+)/.exec(said) ?? [];
  return fault ?? said.slice(-2_000);
}
