/**
 * Tells whether the build is of the present sources. `dist.stamp` holds two digests of the sources: of sizes and times,
 * which takes milliseconds, and of contents. Sources that were copied or checked out again have other times but the
 * same contents.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files and folders that the build reads, relative to the root. */
const inputs = [
  'contract',
  'subtitles',
  'server',
  'cli',
  'web',
  'tools/build.ts',
  'tools/bundle.ts',
  'tools/compress.ts',
  'package-lock.json',
  'tsconfig.base.json',
];

/** Other files in those folders. `.tests`: modules that tests load. */
const others = /^(dist|\.tests|node_modules|proto|baseline\.binpb)$|\.(test|fixture|rows)\.|\.md$/;

/** One file of each part of the build. If it is missing, the part was removed. */
const outputs = ['server/dist/main.js', 'cli/dist/main.js', 'web/dist/index.html'];

const stampOf = (root) => join(root, 'dist.stamp');

/** Adds the files below `path`, which are relative to the root, to `found`. */
function collect(root, path, found) {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  for (const entry of entries) {
    if (others.test(entry.name)) continue;
    const inside = `${path}/${entry.name}`;
    if (entry.isDirectory()) collect(root, inside, found);
    else found.push(inside);
  }
}

/** The files that the build reads, in an order that does not depend on the file system. */
function findInputs(root) {
  const found = [];
  for (const path of inputs) {
    const state = statSync(join(root, path), { throwIfNoEntry: false });
    if (state === undefined) continue;
    if (state.isDirectory()) collect(root, path, found);
    else found.push(path);
  }
  return found.sort();
}

function digestContents(root, files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\n`)
      .update(readFileSync(join(root, file)))
      .update('\n');
  return hash.digest('hex');
}

/** Every start waits for this. Hashing numbers in binary takes half the time of hashing their digits. */
function digestTimes(root, files) {
  const numbers = new Float64Array(files.length * 2);
  files.forEach((file, at) => {
    const { size, mtimeMs } = statSync(join(root, file));
    numbers[2 * at] = size;
    numbers[2 * at + 1] = mtimeMs;
  });
  return createHash('sha256').update(files.join('\n')).update(numbers).digest('hex');
}

/** Digests of the present sources. */
export function readSources(root) {
  const files = findInputs(root);
  return { times: digestTimes(root, files), contents: digestContents(root, files) };
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(stampOf(root), 'utf8'));
  } catch {
    return undefined;
  }
}

/** True: a build was finished and not removed since. It may be of older sources. */
export function wasBuilt(root) {
  return [stampOf(root), ...outputs.map((file) => join(root, file))].every((path) => existsSync(path));
}

/** True: there is a whole build of the present sources. */
export function isBuilt(root) {
  const stamp = wasBuilt(root) ? readStamp(root) : undefined;
  if (stamp === undefined) return false;
  const files = findInputs(root);
  const times = digestTimes(root, files);
  if (stamp.times === times) return true;
  if (stamp.contents !== digestContents(root, files)) return false;
  try {
    writeStamp(root, { ...stamp, times });
  } catch {
    // The folder is not writable: the next start compares the contents again.
  }
  return true;
}

/** Records that the build is whole, and its sources. */
export function writeStamp(root, sources) {
  const fresh = `${stampOf(root)}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(sources));
  renameSync(fresh, stampOf(root));
}

/** Records that there is no whole build. */
export function removeStamp(root) {
  rmSync(stampOf(root), { force: true });
}
