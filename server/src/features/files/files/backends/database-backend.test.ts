import { createHash, randomBytes } from 'node:crypto';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadFeatureMigrations } from '../../../../composition/tables/feature-migrations.ts';
import { makeLog } from '../../../../kernel/log.ts';
import { systemRandom } from '../../../../kernel/random.ts';
import type { Database } from '../../../../store/database.ts';
import { migrate } from '../../../../store/migrations.ts';
import { openDatabase } from '../../../../store/open-database.ts';
import { batchBytes, type DatabaseBackend, makeDatabaseBackend } from './database-backend.ts';
import type { OpenBlob, PlannedPart, StoredPart } from './file-backend.ts';
import { type SegmentTables, segmentBytes } from './segments.store.ts';

const clock = new FakeClock();
let db: Database;
let backend: DatabaseBackend;
beforeAll(async () => {
  const connection = await freshDatabase();
  await migrate(connection, await loadFeatureMigrations());
  db = openDatabase({ connection, poolSize: 4, log: makeLog('silent'), clock, guard: undefined });
  backend = makeDatabaseBackend({ db, clock, random: systemRandom });
});
afterAll(() => db.close());

let made = 0;
/** Bytes in parts of one and a half batches, so that no part ends where a segment or batch does. */
function makeBlob(bytes: Buffer, partBytes = batchBytes * 1.5): OpenBlob {
  const parts: PlannedPart[] = [];
  for (let offset = 0; offset < bytes.length; offset += partBytes) {
    const part = bytes.subarray(offset, offset + partBytes);
    const sha256 = createHash('sha256').update(part).digest('hex');
    parts.push({ partNumber: parts.length + 1, offsetBytes: offset, sizeBytes: part.length, sha256 });
  }
  const location = `file_${++made}`;
  return { location, mimeType: 'text/plain', sizeBytes: bytes.length, parts, handle: '' };
}

async function* pieces(bytes: Buffer, size = 10_000): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function put(blob: OpenBlob, part: PlannedPart, bytes: Buffer): Promise<StoredPart> {
  if (backend.parts.by !== 'server') throw new Error('parts come through the server');
  const { offsetBytes, sizeBytes } = part;
  return backend.parts.put(blob, part, pieces(bytes.subarray(offsetBytes, offsetBytes + sizeBytes)));
}

async function store(bytes: Buffer): Promise<OpenBlob> {
  const blob = makeBlob(bytes);
  await Promise.all(blob.parts.map((part) => put(blob, part, bytes)));
  await backend.complete(blob, await backend.storedParts(blob));
  return blob;
}

async function readAll(location: string, start: number, end: number): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const piece of backend.read(location, { start, end })) read.push(piece);
  return Buffer.concat(read);
}

const count = async (table: keyof SegmentTables) =>
  (await db.query<SegmentTables>().selectFrom(table).selectAll().execute()).length;

test('[FI22] batches that share buffers on their way are stored each as itself', async () => {
  const bytes = randomBytes(batchBytes * 5.5);
  const blob = makeBlob(bytes, bytes.length);
  await put(blob, blob.parts[0]!, bytes);
  expect((await readAll(blob.location, 0, bytes.length - 1)).equals(bytes)).toBe(true);
});

test('[FI22] ranges across segments, batches and parts', async () => {
  const bytes = randomBytes(batchBytes * 4);
  const { location } = await store(bytes);
  const borders = [segmentBytes, batchBytes, batchBytes * 1.5, bytes.length];
  const edges = [0, 1, ...borders.flatMap((border) => [border - 1, border])].slice(0, -1);
  for (const start of edges)
    for (const end of edges.filter((edge) => edge >= start)) {
      const isSame = (await readAll(location, start, end)).equals(bytes.subarray(start, end + 1));
      expect({ start, end, isSame }).toEqual({ start, end, isSame: true });
    }
  await expect(readAll(location, 0, bytes.length)).rejects.toMatchObject({ reason: 'files.bytes_missing' });
});

test('[FI21] a part that comes eight times at once is stored once', async () => {
  const bytes = randomBytes(segmentBytes * 2);
  const blob = makeBlob(bytes);
  const before = await count('file_segments');
  const stored = await Promise.all(Array.from({ length: 8 }, () => put(blob, blob.parts[0]!, bytes)));
  expect(new Set(stored.map(({ etag }) => etag)).size).toBe(1);
  expect(await backend.storedParts(blob)).toEqual([stored[0]]);
  expect(await count('file_segments')).toBe(before + 2);
});

test('[FI20] what came of a part whose client hung up is gone, and completing fails', async () => {
  const bytes = randomBytes(batchBytes * 2.5);
  const blob = makeBlob(bytes, bytes.length);
  const before = await count('file_segments');
  async function* broken(): AsyncIterable<Uint8Array> {
    yield bytes.subarray(0, batchBytes * 2 + 1);
    throw new Error('the client is gone');
  }
  if (backend.parts.by !== 'server') throw new Error('parts come through the server');
  await expect(backend.parts.put(blob, blob.parts[0]!, broken())).rejects.toThrow('the client is gone');
  expect(await backend.storedParts(blob)).toEqual([]);
  expect(await count('file_segments')).toBe(before);
  await expect(backend.complete(blob, [])).rejects.toMatchObject({ reason: 'files.part_missing' });
});

test('[FI23] freed bytes are gone, and so is what a crash left of an attempt', async () => {
  const bytes = randomBytes(segmentBytes);
  const { location } = await store(bytes);
  await backend.remove(location, undefined);
  await backend.remove(location, undefined);
  await expect(readAll(location, 0, 10)).rejects.toMatchObject({ reason: 'files.bytes_missing' });
  const blob = makeBlob(bytes);
  let proceed = () => {};
  const held = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  async function* slow(): AsyncIterable<Uint8Array> {
    yield bytes;
    await held;
  }
  if (backend.parts.by !== 'server') throw new Error('parts come through the server');
  const putting = backend.parts.put(blob, blob.parts[0]!, slow());
  const refused = expect(putting).rejects.toThrow();
  const attempts = async () =>
    (await db.query<SegmentTables>().selectFrom('file_parts').selectAll().where('stored_at', 'is', null).execute())
      .length;
  await until('its attempt has begun', async () => (await attempts()) === 1);
  clock.advance(3_600_001);
  await backend.cleanAttempts();
  expect(await attempts()).toBe(0);
  proceed();
  await refused;
  expect(await backend.storedParts(blob)).toEqual([]);
});

test('[FI22] files of before, whose segments have half a megabyte, are read as ever', async () => {
  const bytes = randomBytes(524_288 * 1.5);
  const location = 'before';
  await db
    .query<SegmentTables>()
    .insertInto('file_parts')
    .values({
      ...{ id: 'before', location, part_number: 1, offset_bytes: 0, size_bytes: bytes.length, sha256: '' },
      ...{ segment_bytes: 524_288, started_at: new Date(), stored_at: new Date() },
    })
    .execute();
  const rows = [bytes.subarray(0, 524_288), bytes.subarray(524_288)];
  for (const [place, row] of rows.entries())
    await db
      .query<SegmentTables>()
      .insertInto('file_segments')
      .values({ part_id: 'before', place, bytes: row })
      .execute();
  for (const [start, end] of [
    [0, bytes.length - 1],
    [524_287, 524_288],
    [600_000, 700_000],
  ] as const)
    expect((await readAll(location, start, end)).equals(bytes.subarray(start, end + 1))).toBe(true);
});

test('[FI22] a segment that is missing is no shorter file', async () => {
  const bytes = randomBytes(batchBytes * 1.5);
  const { location } = await store(bytes);
  await db.query<SegmentTables>().deleteFrom('file_segments').where('place', '=', 3).execute();
  await expect(readAll(location, 0, bytes.length - 1)).rejects.toMatchObject({ reason: 'files.bytes_missing' });
});

test('[FI22] bytes that the server makes itself replace one another', async () => {
  await backend.write('made_1', Buffer.from('first'), 'text/plain');
  await backend.write('made_1', Buffer.from('second'), 'text/plain');
  expect((await readAll('made_1', 0, 5)).toString()).toBe('second');
});
