import type { BackupHeader, TableEnd, TableStart } from './backup-header.ts';
import { FileDigests } from './file-digests.ts';
import { BackupError, jsonOf } from './frames.ts';
import { framesOf, type OnProgress } from './restore-backup.ts';

/** The contents of a valid archive. */
export interface ArchiveReport {
  readonly header: BackupHeader;
  readonly rows: number;
  /** Number of file parts whose bytes were compared with their digest. */
  readonly filesParts: number;
}

/**
 * Reads a whole archive. Checks its digest, that all tables are present with all their rows, and the digests of files.
 * [BK11]
 * @throws BackupError that names the fault.
 */
export async function checkArchive(path: string, onProgress: OnProgress): Promise<ArchiveReport> {
  let header: BackupHeader | undefined;
  let table: TableStart | undefined;
  const counts = { tables: 0, rows: 0, ofTable: 0 };
  let hasSequences = false;
  const files = new FileDigests();
  for await (const frame of framesOf(path, onProgress)) {
    switch (frame.kind) {
      case 'H':
        header ??= jsonOf<BackupHeader>(frame);
        break;
      case 'T':
        if (table) throw new BackupError(`is damaged: ${table.name} has no end`);
        table = jsonOf<TableStart>(frame);
        counts.tables++;
        counts.ofTable = 0;
        break;
      case 'D':
        if (!table) throw new BackupError('is damaged: it has rows of no table');
        counts.ofTable += countLines(frame.payload);
        files.add(table, frame.payload);
        break;
      case 'E': {
        const { rows } = jsonOf<TableEnd>(frame);
        if (!table || rows !== counts.ofTable)
          throw new BackupError(`is damaged: ${table?.name} has ${counts.ofTable} rows instead of ${rows}`);
        counts.rows += rows;
        table = undefined;
        break;
      }
      case 'S':
        hasSequences = true;
    }
  }
  if (!header) throw new BackupError('is damaged: it has no header');
  if (table || !hasSequences || counts.tables !== header.tables)
    throw new BackupError(`is damaged: it has ${counts.tables} tables instead of ${header.tables}`);
  return { header, rows: counts.rows, filesParts: files.finish() };
}

/**
 * COPY writes one row per line, and line ends inside values as `\
 * ` (PostgreSQL 17, COPY, "Text Format").
 */
function countLines(payload: Buffer): number {
  let count = 0;
  for (let at = payload.indexOf(10); at !== -1; at = payload.indexOf(10, at + 1)) count++;
  return count;
}
