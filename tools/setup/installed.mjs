/**
 * Tells whether the packages of the lock file are installed. npm writes `node_modules/.package-lock.json` at the end of an
 * install, so that is compared with `package-lock.json`, however it was installed. The outcome is kept in a file beside it, for
 * as long as both are the same.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampOf = (root) => join(root, 'node_modules/.matinee-installed.json');
/** There while npm works: what is in `node_modules` may be half of a package. */
const markOf = (root) => join(root, 'node_modules/.matinee-installing');
const hiddenLockOf = (root) => join(root, 'node_modules/.package-lock.json');

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function workspacesOf(root) {
  return ['', ...(readJson(join(root, 'package.json')).workspaces ?? [])];
}

/** What changes when somebody adds a package: the lock file, and the files that it follows. */
function digestWishes(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of workspacesOf(root)) hash.update(readFileSync(join(root, folder, 'package.json')));
  return hash.digest('hex');
}

/** What changes when npm installs. */
function describeInstall(root) {
  const { size, mtimeMs } = statSync(hiddenLockOf(root));
  return `${size} ${mtimeMs} ${process.platform} ${process.arch}`;
}

/** Of packages for one system each, npm installs those for this one. For which C library they are, only npm finds out. */
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
 * Names of packages that are wanted and not there in their version. `isWhole`: with those that build and test, not only those
 * that the built server and command line need.
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

/** True: packages that build and test are there, not only those that run. */
export function hasTools(root) {
  return hasWholeInstall(root) && Object.values(readJson(hiddenLockOf(root)).packages).some(({ dev }) => dev);
}

/** True: somebody has edited a package.json, and the lock file does not know it yet. */
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

/** True: an install has ended here, and none was killed since. */
export function hasWholeInstall(root) {
  return existsSync(hiddenLockOf(root)) && !isHalfInstalled(root);
}

/** For before npm starts. `isFresh`: npm will remove everything, and what it removes first may be the mark. */
export function markInstalling(root, isFresh) {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  if (isFresh) rmSync(hiddenLockOf(root), { force: true });
  writeFileSync(markOf(root), '');
}

/** For when npm has ended. When it fails, it puts back what it found. */
export function unmarkInstalling(root) {
  rmSync(markOf(root), { force: true });
}

/** Remembers that all is installed that can be, until somebody changes the lock file or installs something else. */
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
    // A folder that we cannot write: the next start compares again.
  }
  return true;
}
