/** Writes the server's backup stream into a file. The file appears only when complete. */
import type { BackupEnd, BackupProgress, BackupStart } from '@matinee/contract/gen/service/management/management_pb.ts';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import type { ManagementClient } from '../connection/client.ts';
import { Failure } from '../failure.ts';
import type { GlobalOptions } from '../options.ts';
import { tell } from '../output.ts';
import { savePrivate } from '../private-file.ts';
import { makeProgress } from '../progress.ts';
import { bytes, counted } from '../words.ts';

/** @throws Failure when the stream breaks off. Then there is no file. */
export async function saveBackup(
  client: ManagementClient,
  path: string,
  passphrase: string,
  options: GlobalOptions,
): Promise<void> {
  const { end, size } = await savePrivate(path, 'backup', options, (put) => receive(client, passphrase, put));
  if (path !== '-') tell(`${path}: ${counted(end.rows, 'row')}, ${bytes(size)}`);
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
