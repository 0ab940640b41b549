import type { Stats } from 'node:fs';
import { open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { verifyBackup } from '../../../../store/backup/restore-backup.ts';
import { momentOf } from '../keep.ts';
import { BackupFailure, type BackupTarget, type WriteWatch } from './backup-target.ts';

const ending = '.partial';

interface FolderParts {
  readonly directory: string;
  readonly dataDir: string;
}

/** Archives as files that only their owner can read. [BU2] [BU5] */
export function folderTarget({ directory, dataDir }: FolderParts): BackupTarget {
  return {
    kind: 'folder',
    list: () => inWords(readdir(directory)),
    async write(name, bytes, { signal, onProgress }) {
      await inWords(checkFolder(directory, dataDir));
      await inWords(removePartials(directory));
      await writeArchive(join(directory, name), bytes, { signal, onProgress });
    },
    remove: (name) => inWords(rm(join(directory, name), { force: true })),
    discard: (name) => inWords(rm(join(directory, name + ending), { force: true })),
  };
}

/** Writes the file `path`, which appears complete or not at all. [BU2] @throws BackupFailure */
export async function writeArchive(path: string, bytes: AsyncIterable<Buffer>, watch: WriteWatch): Promise<void> {
  const partial = path + ending;
  try {
    await inWords(writeFile(partial, bytes));
    // Verifies the bytes on disk: an archive that cannot be read never gets its name.
    await verifyBackup(partial, watch.onProgress);
    watch.signal.throwIfAborted();
    await inWords(rename(partial, path));
    await inWords(sync(dirname(path)));
  } catch (cause) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw cause;
  }
}

/** @throws BackupFailure for a folder inside the data directory, or one that belongs to another user. */
async function checkFolder(directory: string, dataDir: string): Promise<void> {
  const [place, data] = await Promise.all([realpath(directory), realpath(dataDir)]);
  const found: Stats = await stat(place);
  if (!found.isDirectory()) throw new BackupFailure('the target is no folder');
  if (`${place}${sep}`.startsWith(`${data}${sep}`))
    throw new BackupFailure('the target lies in the data directory, and would be lost with it');
  if (found.uid !== (await stat(data)).uid)
    throw new BackupFailure('the target belongs to another user than the data directory');
}

/** Removes the remains of killed runs. Only one run is in progress at a time, so no other run writes them. */
async function removePartials(directory: string): Promise<void> {
  for (const file of await readdir(directory))
    if (file.endsWith(ending) && momentOf(file.slice(0, -ending.length)) !== undefined)
      await rm(join(directory, file), { force: true });
}

async function writeFile(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of bytes) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes the new name to disk. */
async function sync(directory: string): Promise<void> {
  const folder = await open(directory, 'r');
  await folder.sync().finally(() => folder.close());
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the target is full',
  EDQUOT: 'the target is full',
  EACCES: 'the target refuses to be written',
  EPERM: 'the target refuses to be written',
  EROFS: 'the target is read-only',
  ENOENT: 'the target is not there',
  ENOTDIR: 'the target is no folder',
  EIO: 'the target has a fault',
};

/** Rewrites file system errors without their paths. */
async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    // Errors of host names and connections have codes too, but do not come from the target.
    if (code === undefined || syscall === undefined || syscall === 'connect') throw cause;
    throw new BackupFailure(reasons[code] ?? `the target failed: ${code}`, { cause });
  }
}
