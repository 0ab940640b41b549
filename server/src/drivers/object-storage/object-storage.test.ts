import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { startBreakingProxy } from '@matinee/testkit/outside/breaking-proxy.ts';
import { startNginx } from '@matinee/testkit/outside/nginx.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { startVersitygw, type Versitygw } from '@matinee/testkit/outside/versitygw.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import { makeObjectStorage, type ObjectStorage, type UploadedPart } from './object-storage.ts';
import type { StorageAddress } from './storage-client.ts';

const partBytes = 5 * 1_024 * 1_024;
const shaOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const soon = () => systemClock.nowMs() + 60_000;

function addressOf(store: Versitygw, endpoint = store.endpoint): StorageAddress {
  const { bucket, accessKeyId, secretAccessKey } = store;
  return {
    endpoint,
    publicEndpoint: undefined,
    region: 'us-east-1',
    bucket,
    accessKeyId,
    secretAccessKey,
    isPathStyle: true,
  };
}

const open = (address: StorageAddress) => makeObjectStorage({ address, clock: systemClock });

async function readAll(storage: ObjectStorage, key: string, start: number, end: number): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const piece of storage.read(key, { start, end })) read.push(piece);
  return Buffer.concat(read);
}

/** Sends all parts as a browser does. */
async function sendParts(storage: ObjectStorage, key: string, bytes: Buffer) {
  const upload = { key, uploadId: await storage.beginUpload(key, 'image/png') };
  for (let at = 0, partNumber = 1; at < bytes.length; at += partBytes, partNumber++) {
    const body = bytes.subarray(at, at + partBytes);
    const part = { partNumber, sizeBytes: body.length, sha256: shaOf(body) };
    const { url, headers } = await storage.signPart(upload, part, soon());
    const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) });
    expect(answer.status).toBe(200);
  }
  return upload;
}

describe.skipIf(!hasProgram('versitygw'))('versitygw', () => {
  let store: Versitygw;
  let storage: ObjectStorage;
  beforeAll(async () => {
    store = await startVersitygw();
    storage = open(addressOf(store));
    await storage.check();
  });
  afterAll(async () => {
    storage?.close();
    await store?.stop();
  });

  test('[OS2] parts are listed by their checksums, and completing them makes the object', async () => {
    const bytes = randomBytes(partBytes * 2 + 777);
    const upload = await sendParts(storage, 'file_whole', bytes);
    const parts = await storage.listParts(upload);
    expect(parts.map(({ sizeBytes }) => sizeBytes)).toEqual([partBytes, partBytes, 777]);
    expect(parts.map(({ sha256 }) => sha256)).toEqual(
      [0, 1, 2].map((place) => shaOf(bytes.subarray(place * partBytes, (place + 1) * partBytes))),
    );
    await storage.completeUpload(upload, parts, bytes.length);
    const digests = createHash('sha256');
    for (const { sha256 } of parts) digests.update(sha256, 'hex');
    const checksum = `${digests.digest('base64')}-3`;
    expect(await storage.find('file_whole')).toEqual({ sizeBytes: bytes.length, checksum });
    expect((await readAll(storage, 'file_whole', 0, bytes.length - 1)).equals(bytes)).toBe(true);
    expect(
      (await readAll(storage, 'file_whole', partBytes - 3, partBytes + 3)).equals(
        bytes.subarray(partBytes - 3, partBytes + 4),
      ),
    ).toBe(true);
  });

  test('[OS1] other bytes, another checksum, none, another length or another part are refused', async () => {
    const bytes = randomBytes(1_000);
    const upload = { key: 'file_refused', uploadId: await storage.beginUpload('file_refused', 'text/plain') };
    const { url, headers } = await storage.signPart(
      upload,
      { partNumber: 1, sizeBytes: 1_000, sha256: shaOf(bytes) },
      soon(),
    );
    const other = randomBytes(1_000);
    const put = (at: string, sent: Record<string, string>, body: Buffer) =>
      // The store may close the connection while the body is on its way.
      fetch(at, { method: 'PUT', headers: sent, body: new Uint8Array(body) }).then(
        ({ status }) => status,
        () => 400,
      );
    expect(await put(url, headers, other)).toBeGreaterThanOrEqual(400);
    expect(
      await put(url, { 'x-amz-checksum-sha256': createHash('sha256').update(other).digest('base64') }, other),
    ).toBe(403);
    expect(await put(url, {}, bytes)).toBe(403);
    expect(await put(url, headers, bytes.subarray(0, 999))).toBeGreaterThanOrEqual(400);
    expect(await put(url.replace('partNumber=1', 'partNumber=2'), headers, bytes)).toBe(403);
    expect(await storage.listParts(upload)).toEqual([]);
    const old = await storage.signPart(upload, { partNumber: 1, sizeBytes: 1_000, sha256: shaOf(bytes) }, 0);
    expect(new URL(old.url).searchParams.get('X-Amz-Expires')).toBe('1');
    expect(await put(url, headers, bytes)).toBe(200);
    expect((await storage.listParts(upload)).length).toBe(1);
  });

  test('[OS3] completing twice is completing once, and a part that is missing fails', async () => {
    const bytes = randomBytes(2_000);
    const upload = await sendParts(storage, 'file_twice', bytes);
    const parts = await storage.listParts(upload);
    const never: UploadedPart = { ...parts[0]!, etag: '"00000000000000000000000000000000"' };
    await expect(storage.completeUpload(upload, [never], bytes.length)).rejects.toMatchObject({ reason: 'missing' });
    await storage.completeUpload(upload, parts, bytes.length);
    await storage.completeUpload(upload, parts, bytes.length);
  });

  test('[OS6] removing frees the object and uploads nobody remembers; a second time is no failure', async () => {
    await storage.put('file_gone', Buffer.from('here'), shaOf(Buffer.from('here')), 'text/plain');
    const forgotten = await sendParts(storage, 'file_gone', randomBytes(100));
    const neighbour = await sendParts(storage, 'file_gone_not', randomBytes(100));
    await storage.remove('file_gone');
    await storage.remove('file_gone');
    expect(await storage.find('file_gone')).toBeUndefined();
    await expect(storage.listParts(forgotten)).rejects.toMatchObject({ reason: 'missing' });
    expect((await storage.listParts(neighbour)).length).toBe(1);
    await expect(readAll(storage, 'file_gone', 0, 3)).rejects.toMatchObject({ reason: 'missing' });
  });

  test('[OS2] bytes that are not those of their checksum are not stored', async () => {
    const put = storage.put('file_lie', Buffer.from('here'), shaOf(Buffer.from('there')), 'text/plain');
    await expect(put).rejects.toMatchObject({ reason: 'wrong' });
    expect(await storage.find('file_lie')).toBeUndefined();
  });

  test.skipIf(!hasProgram('nginx'))('[OS4] a range goes on where its connection broke, behind nginx', async () => {
    const bytes = randomBytes(partBytes);
    await storage.put('file_broken', bytes, shaOf(bytes), 'application/zip');
    const nginx = await startNginx(() => ({
      server: `client_max_body_size 0; location / { proxy_pass ${store.endpoint}; proxy_set_header Host $http_host; }`,
    }));
    const breaking = await startBreakingProxy(nginx.port, 1_000_000);
    const through = open(addressOf(store, `http://127.0.0.1:${breaking.port}`));
    try {
      expect((await readAll(through, 'file_broken', 5, bytes.length - 1)).equals(bytes.subarray(5))).toBe(true);
      expect(breaking.broken).toBeGreaterThan(3);
    } finally {
      through.close();
      breaking.stop();
      await nginx.stop();
    }
  });

  test('[OS4] a caller that is gone ends the reading, and one that stops early leaves nothing open', async () => {
    const bytes = randomBytes(partBytes);
    await storage.put('file_long', bytes, shaOf(bytes), 'application/zip');
    const gone = new AbortController();
    const reading = async () => {
      for await (const piece of storage.read('file_long', { start: 0, end: bytes.length - 1 }, gone.signal))
        if (piece.length > 0) gone.abort();
    };
    await expect(reading()).rejects.toMatchObject({ reason: 'unreachable' });
    for (let round = 0; round < 60; round++)
      for await (const piece of storage.read('file_long', { start: 0, end: bytes.length - 1 })) if (piece) break;
    expect((await readAll(storage, 'file_long', 0, 9)).equals(bytes.subarray(0, 10))).toBe(true);
  });

  test('[OS7] wrong keys and a bucket that is not there are told, without a secret', async () => {
    const wrong = open({ ...addressOf(store), secretAccessKey: 'a-secret-nobody-may-see' });
    const failure = await wrong.check().catch((cause: Error) => cause);
    expect(failure).toMatchObject({ reason: 'refused' });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toMatch(/a-secret|test-access|Signature/);
    await expect(
      open({ ...addressOf(store), bucket: 'not-there' }).beginUpload('k', 'text/plain'),
    ).rejects.toMatchObject({ reason: 'wrong' });
  });

  test('[OS8] signed addresses name the public endpoint', async () => {
    const publicly = open({ ...addressOf(store), publicEndpoint: 'https://files.example.org' });
    const part = await publicly.signPart(
      { key: 'file_x', uploadId: 'u' },
      { partNumber: 1, sizeBytes: 1, sha256: shaOf(Buffer.from('x')) },
      soon(),
    );
    expect(part.url).toMatch(/^https:\/\/files\.example\.org\/matinee-files\/file_x\?/);
  });
});

describe('a store that misbehaves', () => {
  let server: Server;
  let answer: Parameters<typeof createServer>[1];
  let storage: ObjectStorage;
  const clock = new FakeClock();
  beforeAll(async () => {
    server = createServer((request, response) => answer!(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const address = {
      endpoint,
      publicEndpoint: undefined,
      region: 'us-east-1',
      bucket: 'bucket',
      accessKeyId: 'a',
      secretAccessKey: 'b',
      isPathStyle: true,
    };
    storage = makeObjectStorage({ address, clock });
  });
  afterAll(() => {
    storage.close();
    server.closeAllConnections();
    server.close();
  });

  test('[OS7] a store that does not answer is given up', async () => {
    const asked = new Promise<void>((resolve) => {
      answer = () => resolve();
    });
    const looking = storage.find('key').catch((cause: Error) => cause);
    await asked;
    clock.advance(20_000);
    expect(await looking).toMatchObject({ reason: 'unreachable', message: expect.stringContaining('TookTooLong') });
  });

  test('[OS4] a body that stays silent is asked for again, and given up in the end', async () => {
    let asked = 0;
    answer = (_, response) => {
      asked++;
      response.writeHead(206, { etag: '"1"', 'content-length': 100 }).flushHeaders();
      clock.advance(31_000);
    };
    await expect(readAll(storage, 'key', 0, 99)).rejects.toMatchObject({ reason: 'unreachable' });
    expect(asked).toBe(6);
  });

  test('[OS3] an upload that is gone is complete where its object is there in full', async () => {
    answer = ({ method }, response) => {
      if (method === 'HEAD') return void response.writeHead(200, { 'content-length': 10 }).end();
      response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>');
    };
    const upload = { key: 'key', uploadId: 'lost' };
    await storage.completeUpload(upload, [], 10);
    await expect(storage.completeUpload(upload, [], 11)).rejects.toMatchObject({ reason: 'missing' });
  });

  test('[OS7] a missing bucket is no missing object, also where the answer has no body', async () => {
    const asked: (string | undefined)[] = [];
    answer = ({ method, url }, response) => {
      asked.push(`${method} ${url?.replace(/\?.*/, '')}`);
      response.writeHead(404).end();
    };
    await expect(storage.find('key')).rejects.toMatchObject({ reason: 'wrong' });
    await expect(storage.check()).rejects.toMatchObject({ reason: 'wrong', message: expect.stringContaining('404') });
    expect(asked).toEqual(['HEAD /bucket/key', 'HEAD /bucket/', 'HEAD /bucket/']);
    // Keys that may not look at the bucket find objects all the same.
    answer = ({ url }, response) => void response.writeHead(url?.startsWith('/bucket/key') ? 404 : 403).end();
    expect(await storage.find('key')).toBeUndefined();
  });

  test('[OS5] an object that was replaced in between ends the reading', async () => {
    const tags: (string | undefined)[] = [];
    answer = ({ headers }, response) => {
      tags.push(headers['if-match']);
      if (headers['if-match'] === '"1"') return void response.writeHead(412).end();
      response.writeHead(206, { etag: '"1"', 'content-length': 10 });
      response.write('half', () => response.destroy());
    };
    await expect(readAll(storage, 'key', 0, 9)).rejects.toMatchObject({ reason: 'wrong' });
    expect(tags).toEqual([undefined, '"1"']);
  });
});
