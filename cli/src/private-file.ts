/** Files with personal data: readable by their owner only, and written completely or not at all. [CL13] */
import { lstatSync, realpathSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { confirm } from './ask.ts';
import { Failure } from './failure.ts';
import type { GlobalOptions } from './options.ts';

/**
 * Passes `write` a function that adds bytes to the file at `path`, or to standard output for `-`. `what` names the
 * file in sentences.
 * @throws Failure, and any error of `write`. Then the file is absent or unchanged.
 */
export async function savePrivate<R>(
  path: string,
  what: string,
  options: GlobalOptions,
  write: (put: (data: Uint8Array) => Promise<void>) => Promise<R>,
): Promise<R> {
  if (path === '-') {
    if (process.stdout.isTTY)
      throw new Failure('usage', `this ${what} is no text: name a file, or redirect the output`);
    return write(writeOut);
  }
  const { place, isThere } = findPlace(path);
  if (isThere) await confirm(`${path} exists. Replace it?`, options);
  const partial = `${place}.partial`;
  findPlace(partial);
  const file = await create(partial, what);
  try {
    const written = await write((data) => file.writeFile(data));
    await file.sync();
    await file.close();
    await rename(partial, place);
    return written;
  } catch (cause) {
    await file.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw cause;
  }
}

/**
 * The file that `path` names, after following links, and whether it exists. @throws Failure when it exists and is not a
 * regular file.
 */
function findPlace(path: string): { place: string; isThere: boolean } {
  const named = lstatSync(path, { throwIfNoEntry: false });
  if (named === undefined) return { place: path, isThere: false };
  const place = named.isSymbolicLink() ? behind(path) : path;
  const found = lstatSync(place);
  if (found.isDirectory()) throw new Failure('usage', `${path} is a folder: name a file`);
  if (!found.isFile()) throw new Failure('usage', `${path} is no regular file: name one, or - for standard output`);
  return { place, isThere: true };
}

/** @throws Failure when the link leads nowhere. */
function behind(link: string): string {
  try {
    return realpathSync(link);
  } catch {
    throw new Failure('usage', `${link} is a link to nothing: name a file`);
  }
}

/** Only the owner may read the file: it holds the data of people. */
async function create(path: string, what: string): Promise<FileHandle> {
  try {
    await rm(path, { force: true });
    return await open(path, 'wx', 0o600);
  } catch (cause) {
    throw new Failure('failed', `the ${what} cannot be written: ${(cause as Error).message}`);
  }
}

function writeOut(data: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => process.stdout.write(data, (cause) => (cause ? reject(cause) : resolve())));
}
