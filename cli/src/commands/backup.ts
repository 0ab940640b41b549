/** Writes the server's backup stream into a file. The file appears complete or not at all. */
import { lstatSync, realpathSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { BackupEnd, BackupProgress, BackupStart } from '@matinee/contract/gen/service/management/management_pb.ts';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import { confirm } from '../ask.ts';
import type { ManagementClient } from '../connection/client.ts';
import { Failure } from '../failure.ts';
import type { GlobalOptions } from '../options.ts';
import { tell } from '../output.ts';
import { makeProgress } from '../progress.ts';
import { bytes, counted } from '../words.ts';

/** @throws Failure when the stream breaks off. Then there is no file. */
export async function saveBackup(
  client: ManagementClient,
  path: string,
  passphrase: string,
  options: GlobalOptions,
): Promise<void> {
  if (path === '-') {
    if (process.stdout.isTTY) throw new Failure('usage', 'a backup is no text: name a file, or redirect the output');
    return void (await receive(client, passphrase, (data) => writeOut(data)));
  }
  const { place, isThere } = findPlace(path);
  if (isThere) await confirm(`${path} exists. Replace it?`, options);
  const partial = `${place}.partial`;
  findPlace(partial);
  const file = await create(partial);
  try {
    const { end, size } = await receive(client, passphrase, (data) => file.writeFile(data));
    await file.sync();
    await file.close();
    await rename(partial, place);
    tell(`${path}: ${counted(end.rows, 'row')}, ${bytes(size)}`);
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

/** Only the owner may read the file: it holds the data of all users. */
async function create(path: string): Promise<FileHandle> {
  try {
    await rm(path, { force: true });
    return await open(path, 'wx', 0o600);
  } catch (cause) {
    throw new Failure('failed', `the backup cannot be written: ${(cause as Error).message}`);
  }
}

async function receive(
  client: ManagementClient,
  passphrase: string,
  write: (data: Uint8Array) => Promise<void>,
): Promise<{ end: BackupEnd; size: number }> {
  const progress = makeProgress();
  let start: BackupStart | undefined;
  let end: BackupEnd | undefined;
  let size = 0;
  try {
    for await (const { part } of client.stream(ManagementService.method.backup, { passphrase })) {
      switch (part.case) {
        case 'start':
          start = part.value;
          warnOfMissing(start);
          break;
        case 'data':
          size += part.value.length;
          await write(part.value);
          break;
        case 'progress':
          progress.show(describe(part.value, start, size));
          break;
        case 'end':
          end = part.value;
      }
    }
  } finally {
    progress.end();
  }
  if (!end) throw new Failure('failed', 'the server ended the backup before it was complete');
  return { end, size };
}

function describe(
  { table, tablesDone, rows, bytes: read }: BackupProgress,
  start: BackupStart | undefined,
  size: number,
): string {
  const share = start && start.expectedBytes > 0 ? Math.min(99, Math.floor((100 * read) / start.expectedBytes)) : 0;
  return `backing up ${table} (${tablesDone} of ${start?.tables ?? 0} tables) … about ${share} %, ${counted(rows, 'row')}, ${bytes(size)}`;
}

/** A loud warning, because without the secrets no user can sign in after a restore. */
function warnOfMissing({ missingSecrets }: BackupStart): void {
  if (missingSecrets.length === 0) return;
  tell(
    `WARNING: the backup does not hold the server's secrets (${missingSecrets.join(', ')}).\n` +
      'A restore needs them: without them nobody can sign in with a password. Keep the folder secrets of the data directory, or\n' +
      'what your configuration gives, beside the backup; or make it with --passphrase-file.',
  );
}

function writeOut(data: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => process.stdout.write(data, (cause) => (cause ? reject(cause) : resolve())));
}
