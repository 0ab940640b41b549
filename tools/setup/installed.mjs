/**
 * Tells whether the packages of the lock file are installed. npm writes `node_modules/.package-lock.json` at the end of
 * each install, so this compares that with `package-lock.json`. It keeps the outcome in a file beside it, valid as long
 * as both are the same.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampOf = (root) => join(root, 'node_modules/.matinee-installed.json');
/** Exists while npm works, when `node_modules` may contain half a package. */
const markOf = (root) => join(root, 'node_modules/.matinee-installing');
const hiddenLockOf = (root) => join(root, 'node_modules/.package-lock.json');

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function workspacesOf(root) {
  return ['', ...(readJson(join(root, 'package.json')).workspaces ?? [])];
}

/** Digest of the wanted packages: the lock file, and the files that it follows. */
function digestWishes(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of workspacesOf(root)) hash.update(readFileSync(join(root, folder, 'package.json')));
  return hash.digest('hex');
}

/** Facts that change with each install. */
function describeInstall(root) {
  const { size, mtimeMs } = statSync(hiddenLockOf(root));
  return `${size} ${mtimeMs} ${process.platform} ${process.arch}`;
}

/**
 * Whether an optional package may be absent. npm installs a package for one system only there, and only npm can tell
 * which C library fits.
 */
function mayBeAbsent({ optional, os, cpu, libc }) {
  if (!optional) return false;
  const fits = (list, own) => list === undefined || list.includes(own) || list[0]?.startsWith('!');
  return libc !== undefined || !(os || cpu) || !fits(os, process.platform) || !fits(cpu, process.arch);
}

const isSame = (wanted, found) =>
  found !== undefined &&
  ['version', 'integrity', 'link'].every((key) => wanted[key] === found[key]) &&
  (!wanted.link || wanted.resolved === found.resolved);

/**
 * Names of the wanted packages that are missing or have another version. `isWhole`: also the packages that build and
 * test, not only those for the built server and command line.
 */
export function findMissing(root, isWhole) {
  const wanted = readJson(join(root, 'package-lock.json')).packages;
  const found = hasWholeInstall(root) ? readJson(hiddenLockOf(root)).packages : {};
  return Object.entries(wanted)
    .filter(([path, entry]) => {
      if (!path.includes('node_modules/') || (!isWhole && (entry.dev || entry.devOptional))) return false;
      return !isSame(entry, found[path]) && !(found[path] === undefined && mayBeAbsent(entry));
    })
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}

/** True: the packages that build and test are installed too. */
export function hasTools(root) {
  return hasWholeInstall(root) && Object.values(readJson(hiddenLockOf(root)).packages).some(({ dev }) => dev);
}

/** True: a package.json was edited, and the lock file does not have the change yet. */
export function isLockBehind(root) {
  const { packages } = readJson(join(root, 'package-lock.json'));
  return workspacesOf(root).some((folder) => {
    const own = readJson(join(root, folder, 'package.json'));
    const known = packages[folder] ?? {};
    const listOf = (manifest, kind) => JSON.stringify(Object.entries(manifest[kind] ?? {}).sort());
    return kinds.some((kind) => listOf(own, kind) !== listOf(known, kind));
  });
}

function isHalfInstalled(root) {
  return existsSync(markOf(root));
}

/** True: an install has ended here, and no later one was killed. */
export function hasWholeInstall(root) {
  return existsSync(hiddenLockOf(root)) && !isHalfInstalled(root);
}

/** Call it before npm starts. `isFresh`: npm will remove everything, perhaps the mark first. */
export function markInstalling(root, isFresh) {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  if (isFresh) rmSync(hiddenLockOf(root), { force: true });
  writeFileSync(markOf(root), '');
}

/** Call it when npm has ended. When npm fails, it restores the earlier state. */
export function unmarkInstalling(root) {
  rmSync(markOf(root), { force: true });
}

/** Remembers that all installable packages are installed, until the lock file or the installation changes. */
export function rememberInstalled(root, isWhole) {
  const text = JSON.stringify({ wishes: digestWishes(root), install: describeInstall(root), isWhole });
  writeFileSync(stampOf(root), text);
}

function isRemembered(root, isWhole) {
  try {
    const known = readJson(stampOf(root));
    return (
      known.wishes === digestWishes(root) && known.install === describeInstall(root) && (known.isWhole || !isWhole)
    );
  } catch {
    return false;
  }
}

/** True: the packages are there; `isWhole` as above. */
export function isInstalled(root, isWhole) {
  if (!hasWholeInstall(root)) return false;
  if (isRemembered(root, isWhole)) return true;
  if (isLockBehind(root) || findMissing(root, isWhole).length > 0) return false;
  try {
    rememberInstalled(root, isWhole);
  } catch {
    // The folder is not writable: the next start compares again.
  }
  return true;
}
