import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { startVersitygw, type Versitygw } from '@matinee/testkit/outside/versitygw.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObjectStorage, type ObjectStorage } from '../../../../drivers/object-storage/object-storage.ts';
import { systemClock } from '../../../../kernel/clock.ts';
import type { FileBackend, OpenBlob, PlannedPart } from './file-backend.ts';
import { makeObjectBackend } from './object-backend.ts';

const partBytes = 5 * 1_048_576;
const inAMinute = () => systemClock.nowMs() + 60_000;

async function readAll(backend: FileBackend, location: string, start: number, end: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of backend.read(location, { start, end })) pieces.push(piece);
  return Buffer.concat(pieces);
}

function byUrl({ parts }: FileBackend) {
  if (parts.by !== 'url') throw new Error('parts go to the store');
  return parts;
}

async function send(backend: FileBackend, blob: OpenBlob, part: PlannedPart, bytes: Buffer): Promise<number> {
  const [signed] = await byUrl(backend).sign(blob, [part], inAMinute());
  const body = new Uint8Array(bytes.subarray(part.offsetBytes, part.offsetBytes + part.sizeBytes));
  return (await fetch(signed!.url, { method: 'PUT', headers: signed!.headers, body })).status;
}

describe.skipIf(!hasProgram('versitygw'))('versitygw', () => {
  let store: Versitygw;
  let objects: ObjectStorage;
  let backend: FileBackend;
  let made = 0;
  beforeAll(async () => {
    store = await startVersitygw();
    const address = { ...store, publicEndpoint: undefined, region: 'us-east-1', isPathStyle: true };
    objects = makeObjectStorage({ address, clock: systemClock });
    backend = makeObjectBackend(objects);
  });
  afterAll(async () => {
    objects?.close();
    await store?.stop();
  });

  async function begin(bytes: Buffer): Promise<OpenBlob> {
    const parts: PlannedPart[] = [];
    for (let offsetBytes = 0; offsetBytes < bytes.length; offsetBytes += partBytes) {
      const part = bytes.subarray(offsetBytes, offsetBytes + partBytes);
      const sha256 = createHash('sha256').update(part).digest('hex');
      parts.push({ partNumber: parts.length + 1, offsetBytes, sizeBytes: part.length, sha256 });
    }
    const blob = { location: `blob_${++made}`, mimeType: 'video/mp4', sizeBytes: bytes.length, parts };
    return { ...blob, handle: await backend.begin(blob) };
  }

  test('[FI30] [FI31] clients send parts to the store, and the parts are known by what the store computed', async () => {
    const bytes = randomBytes(partBytes * 2 + 100);
    const blob = await begin(bytes);
    const [first, second, last] = blob.parts as [PlannedPart, PlannedPart, PlannedPart];
    expect(await send(backend, blob, last, bytes)).toBe(200);
    expect((await backend.storedParts(blob)).map(({ partNumber }) => partNumber)).toEqual([3]);
    for (const part of [first, second]) expect(await send(backend, blob, part, bytes)).toBe(200);
    const stored = await backend.storedParts(blob);
    expect(stored.map(({ sha256 }) => sha256)).toEqual(blob.parts.map(({ sha256 }) => sha256));
    await backend.complete(blob, stored);
    expect((await readAll(backend, blob.location, 0, bytes.length - 1)).equals(bytes)).toBe(true);
  });

  test('[FI32] an upload whose completion was not heard of is completed again, and other bytes are not it', async () => {
    const bytes = randomBytes(1_000);
    const blob = await begin(bytes);
    await send(backend, blob, blob.parts[0]!, bytes);
    await backend.complete(blob, await backend.storedParts(blob));
    const known = await backend.storedParts(blob);
    expect(known).toEqual([{ partNumber: 1, sizeBytes: 1_000, sha256: blob.parts[0]!.sha256, etag: '' }]);
    await backend.complete(blob, known);
    const other = { ...blob, parts: [{ ...blob.parts[0]!, sha256: '00'.repeat(32) }] };
    expect(await backend.storedParts(other)).toEqual([]);
  });

  test('[FI33] bytes of this server are stored, replace one another, and are freed with open uploads', async () => {
    const bytes = randomBytes(3_000);
    const blob = await begin(bytes);
    const part = await byUrl(backend).putOwn(blob, blob.parts[0]!, bytes);
    expect(await backend.storedParts(blob)).toEqual([part]);
    await expect(byUrl(backend).putOwn(blob, blob.parts[0]!, randomBytes(3_000))).rejects.toThrow();
    await backend.write(blob.location, Buffer.from('first'), 'text/plain');
    await backend.write(blob.location, Buffer.from('second'), 'text/plain');
    expect((await readAll(backend, blob.location, 0, 5)).toString()).toBe('second');
    await backend.remove(blob.location, blob.handle);
    await backend.remove(blob.location, undefined);
    await expect(readAll(backend, blob.location, 0, 5)).rejects.toMatchObject({ reason: 'files.bytes_missing' });
    expect(await backend.storedParts(blob)).toEqual([]);
  });
});

test('[FI34] a store that is away is told as such, and one that fails tells nothing of itself', async () => {
  const server = createServer((_, response) => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const address = { endpoint, publicEndpoint: undefined, region: 'us-east-1', bucket: 'bucket', isPathStyle: true };
  const objects = makeObjectStorage({
    address: { ...address, accessKeyId: 'a', secretAccessKey: 'b' },
    clock: systemClock,
  });
  const backend = makeObjectBackend(objects);
  const unavailable = { reason: 'files.storage_unavailable', message: expect.not.stringContaining('AccessDenied') };
  await expect(readAll(backend, 'blob_1', 0, 5)).rejects.toMatchObject(unavailable);
  server.close();
  server.closeAllConnections();
  await expect(backend.remove('blob_1', undefined)).rejects.toMatchObject(unavailable);
  objects.close();
});
