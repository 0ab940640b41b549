import { createHash, randomBytes } from 'node:crypto';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { startVersitygw, type Versitygw } from '@matinee/testkit/outside/versitygw.ts';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadFeatureMigrations } from '../../../../composition/tables/feature-migrations.ts';
import { makeObjectStorage, type ObjectStorage } from '../../../../drivers/object-storage/object-storage.ts';
import { systemClock } from '../../../../kernel/clock.ts';
import { makeIds } from '../../../../kernel/ids.ts';
import { makeLog } from '../../../../kernel/log.ts';
import { systemRandom } from '../../../../kernel/random.ts';
import type { Database } from '../../../../store/database.ts';
import { migrate } from '../../../../store/migrations.ts';
import { openDatabase } from '../../../../store/open-database.ts';
import { makeDatabaseBackend } from '../backends/database-backend.ts';
import type { FileBackend, OpenBlob } from '../backends/file-backend.ts';
import { makeObjectBackend } from '../backends/object-backend.ts';
import { manifestDigest, partSizeBytes, partsOf, planParts } from '../content/plan.ts';
import { moveFiles } from './move-files.service.ts';
import type { MovingTables } from './moving.store.ts';

const clock = systemClock;
const log = makeLog('silent');
const ids = makeIds(clock, systemRandom);

describe.skipIf(!hasProgram('versitygw'))('versitygw', () => {
  let store: Versitygw;
  let objects: ObjectStorage;
  let db: Database;
  let inDatabase: FileBackend;
  let inStore: FileBackend;
  beforeAll(async () => {
    store = await startVersitygw();
    const address = { ...store, publicEndpoint: undefined, region: 'us-east-1', isPathStyle: true };
    objects = makeObjectStorage({ address, clock });
    const connection = await freshDatabase();
    await migrate(connection, await loadFeatureMigrations());
    db = openDatabase({ connection, poolSize: 8, log, clock, guard: undefined });
    inDatabase = makeDatabaseBackend({ db, clock, random: systemRandom });
    inStore = makeObjectBackend(objects);
    await db
      .query<{ users: Record<string, unknown> }>()
      .insertInto('users')
      .values({ id: 'usr_1', username: 'one', username_key: 'one', role: 1, created_at: new Date() })
      .execute();
  });
  afterAll(async () => {
    objects?.close();
    await db?.close();
    await store?.stop();
  });

  /** Stores a file with these bytes in the database. */
  async function makeFile(bytes: Buffer, kind = 'chat_attachment'): Promise<string> {
    const digests = planParts(bytes.length, partSizeBytes).map(({ offsetBytes, sizeBytes }) =>
      createHash('sha256')
        .update(bytes.subarray(offsetBytes, offsetBytes + sizeBytes))
        .digest('hex'),
    );
    const parts = partsOf(bytes.length, partSizeBytes, digests);
    const id = ids.make('blob');
    const blob: OpenBlob = { location: id, mimeType: 'image/png', sizeBytes: bytes.length, parts, handle: '' };
    if (inDatabase.parts.by !== 'server') throw new Error('the database takes parts from the server');
    for (const part of parts)
      await inDatabase.parts.put(
        blob,
        part,
        oneOf(bytes.subarray(part.offsetBytes, part.offsetBytes + part.sizeBytes)),
      );
    const created_at = new Date();
    const sizes = { size_bytes: bytes.length, created_at };
    const manifest_sha256 = manifestDigest(bytes.length, partSizeBytes, parts);
    const content = { ...sizes, id, backend: 'database', manifest_sha256, part_size_bytes: partSizeBytes };
    await tables().insertInto('file_contents').values(content).execute();
    const file = {
      ...sizes,
      id: ids.make('att'),
      kind,
      content_id: id,
      owner_id: 'usr_1',
      name: 'a',
      mime_type: 'image/png',
    };
    await tables().insertInto('files').values(file).execute();
    return file.id;
  }

  const tables = () => db.query<MovingTables>();

  async function contentOf(fileId: string) {
    return tables()
      .selectFrom('files')
      .innerJoin('file_contents', 'file_contents.id', 'files.content_id')
      .select(['file_contents.id', 'backend', 'file_contents.size_bytes'])
      .where('files.id', '=', fileId)
      .executeTakeFirstOrThrow();
  }

  async function read(fileId: string): Promise<Buffer> {
    const { id, backend, size_bytes } = await contentOf(fileId);
    const pieces: Uint8Array[] = [];
    const from = backend === 'database' ? inDatabase : inStore;
    for await (const piece of from.read(id, { start: 0, end: size_bytes - 1 })) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  const moveTo = (backend: string, to: FileBackend = inStore) => {
    const named = (name: string) => (name === 'database' ? inDatabase : to);
    return moveFiles({ db, clock, ids, log, places: [{ kind: 'chat_attachment', backend }], named }, '');
  };

  test('[FI40] bytes move there and back, whole, and the old ones wait to be freed', async () => {
    const bytes = randomBytes(partSizeBytes + 1_000);
    const file = await makeFile(bytes);
    const avatar = await makeFile(randomBytes(10), 'avatar');
    const before = await contentOf(file);
    expect(await moveTo('object_storage')).toMatchObject({ contents: 1, bytes: bytes.length, failures: [], left: 0 });
    expect((await contentOf(file)).backend).toBe('object_storage');
    expect((await contentOf(avatar)).backend).toBe('database');
    expect((await read(file)).equals(bytes)).toBe(true);
    const old = await tables().selectFrom('file_contents').selectAll().where('id', '=', before.id).executeTakeFirst();
    expect(old).toMatchObject({ backend: 'database', orphaned_at: expect.any(Date) });
    expect(await moveTo('object_storage')).toMatchObject({ contents: 0, left: 0 });
    expect(await moveTo('database')).toMatchObject({ contents: 1, left: 0 });
    expect((await read(file)).equals(bytes)).toBe(true);
    expect(await tables().selectFrom('file_removals').selectAll().execute()).toMatchObject([{ backend: 'database' }]);
    await tables().deleteFrom('files').where('id', '=', file).execute();
  });

  test('[FI41] killed in the middle, the file stays, what was copied is noted to be freed, and the next time moves it', async () => {
    const bytes = randomBytes(partSizeBytes * 2);
    const file = await makeFile(bytes);
    let puts = 0;
    const dying: FileBackend = {
      ...inStore,
      parts: {
        ...inStore.parts,
        putOwn(blob: OpenBlob, part: OpenBlob['parts'][number], own: Uint8Array) {
          if (++puts === 2) throw new Error('killed');
          if (inStore.parts.by !== 'url') throw new Error('the store takes parts by address');
          return inStore.parts.putOwn(blob, part, own);
        },
      } as FileBackend['parts'],
    };
    const noted = tables().selectFrom('file_removals').selectAll().where('backend', '=', 'object_storage');
    expect(await moveTo('object_storage', dying)).toMatchObject({
      contents: 0,
      left: 0,
      failures: [{ reason: 'killed' }],
    });
    expect((await contentOf(file)).backend).toBe('database');
    expect((await read(file)).equals(bytes)).toBe(true);
    const [removal] = await noted.execute();
    await inStore.remove(removal!.location, undefined);
    expect(await moveTo('object_storage')).toMatchObject({ contents: 1, failures: [] });
    expect((await read(file)).equals(bytes)).toBe(true);
    expect((await noted.execute()).map(({ location }) => location)).toEqual([removal!.location]);
  });

  test('[FI42] two that move at once leave one copy, and nothing is lost', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => makeFile(randomBytes(5_000))));
    const before = await Promise.all(made.map(read));
    await Promise.all([moveTo('object_storage'), moveTo('object_storage')]);
    for (const [place, file] of made.entries()) {
      expect((await contentOf(file)).backend).toBe('object_storage');
      expect((await read(file)).equals(before[place]!)).toBe(true);
    }
  });

  test('[FI43] bytes that are not those that were uploaded are not moved, and the others are', async () => {
    const [damaged, whole] = [await makeFile(randomBytes(4_000)), await makeFile(randomBytes(4_000))];
    const { id } = await contentOf(damaged);
    await tables()
      .updateTable('file_contents')
      .set({ manifest_sha256: 'f'.repeat(64) })
      .where('id', '=', id)
      .execute();
    const moved = await moveTo('object_storage');
    expect(moved).toMatchObject({
      contents: 1,
      failures: [{ id, reason: 'the stored bytes are not those that were uploaded' }],
    });
    expect((await contentOf(damaged)).backend).toBe('database');
    expect((await contentOf(whole)).backend).toBe('object_storage');
  });
});

async function* oneOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
