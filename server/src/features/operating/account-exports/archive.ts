/** The archive of an account: a ZIP file streamed as it is written, so that none of it is stored. [AX1]–[AX3] */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { DatabaseAddress } from '../../../store/database-address.ts';
import { type OwnFile, type OwnRow, openOwnRows, type PersonalData } from '../../../store/personal-data.ts';
import { filesErrors } from '../../files/files/files.errors.ts';

export interface ArchiveParts {
  readonly address: DatabaseAddress;
  readonly clock: Clock;
  readonly version: string;
  /** The shares of all features. */
  readonly shares: () => readonly PersonalData[];
  readonly ownFiles: (userId: string) => AsyncIterable<OwnFile>;
}

/** Version of the format of the files in an archive. */
const format = 1;

/** The bytes of the archive. A failure breaks the archive off, so an archive with an end is complete. */
export function readArchive(parts: ArchiveParts, userId: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  const fail = (cause: Error) => void out.destroy(cause);
  zip.on('error', fail);
  void write(parts, zip, userId, signal).catch(fail);
  return out;
}

async function write(parts: ArchiveParts, zip: ZipFile, userId: string, signal: AbortSignal): Promise<void> {
  const { address, clock } = parts;
  const mtime = dateOf(clock.nowMs());
  const out = zip.outputStream as Readable;
  const ending = new AbortController();
  out.once('close', () => ending.abort());
  const gone = AbortSignal.any([signal, ending.signal]);
  const add = async (
    path: string,
    source: AsyncIterable<Uint8Array> | Iterable<string> | AsyncIterable<string>,
    compress: boolean,
  ) => {
    gone.throwIfAborted();
    const stream = Readable.from(source, { objectMode: false, signal: gone });
    const read = finished(stream);
    zip.addReadStreamLazy(path, { mtime, compress }, (give) => give(undefined, stream));
    await read;
  };
  await add('export.json', [describe(parts, userId)], true);
  const reader = await openOwnRows(address);
  try {
    for (const { rows = [] } of parts.shares())
      for (const own of rows) await add(`${own.file}.json`, asJson(reader.read(own, userId)), true);
  } finally {
    await reader.close();
  }
  const missing: { id: string; name: string }[] = [];
  // Films and pictures are compressed already.
  for await (const file of parts.ownFiles(userId))
    await add(
      `files/${file.id}/${file.name}`,
      bytesOf(file, gone, () => missing.push({ id: file.id, name: file.name })),
      false,
    );
  if (missing.length > 0) await add('missing-files.json', asJson(missing), true);
  zip.end();
}

/** The contents of the archive, and the data left out with the reasons. */
function describe({ clock, version, shares }: ArchiveParts, userId: string): string {
  const rows = shares().flatMap((share) => share.rows ?? []);
  const tables = Object.assign({}, ...shares().map(({ leftOut }) => leftOut));
  return `${JSON.stringify(
    {
      format,
      server: `matinee ${version}`,
      account: userId,
      made_at: dateOf(clock.nowMs()),
      files: rows.map(({ file, columns, leftOut }) => ({ name: `${file}.json`, fields: columns, left_out: leftOut })),
      left_out: tables,
    },
    null,
    2,
  )}\n`;
}

/** A JSON array with one element per line, streamed row by row. */
async function* asJson(rows: AsyncIterable<OwnRow> | Iterable<OwnRow>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}${JSON.stringify(printable(row))}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Bytes as base64. */
function printable(row: OwnRow): OwnRow {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  ]);
  return Object.fromEntries(values);
}

/** The bytes of a file; none if the file is lost, because the rest of the archive is still useful. */
async function* bytesOf(file: OwnFile, signal: AbortSignal, onMissing: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* file.read(signal);
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.reason !== filesErrors.bytes_missing().reason) throw cause;
    onMissing();
  }
}

/** How long a reader may stall, and how long the whole download may take, in milliseconds. [AX7] */
const stallMs = 60_000;
const longestMs = 6 * 3_600_000;

/**
 * Sends the bytes to a reader, and stops if the reader stalls for a minute: an archive occupies one of few places.
 * @throws Error when the reader is gone or too slow.
 */
export async function sendArchive(
  archive: AsyncIterable<Uint8Array>,
  out: NodeJS.WritableStream,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const tooSlow = new AbortController();
  const slow = () => tooSlow.abort(new Error('the reader of an archive is too slow'));
  const cancelLongest = clock.after(longestMs, slow);
  const gone = AbortSignal.any([signal, tooSlow.signal]);
  try {
    for await (const piece of archive) {
      gone.throwIfAborted();
      if (out.write(piece)) continue;
      const cancelStall = clock.after(stallMs, slow);
      await once(out, 'drain', { signal: gone }).finally(cancelStall);
    }
  } finally {
    cancelLongest();
  }
}
