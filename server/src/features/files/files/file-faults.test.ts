/** Files and a real process that is killed while it works on them, in the database and in an object store. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { completion, createSession, sendPart, type UploadFile } from '@matinee/testkit/files/upload.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { startVersitygw, type Versitygw } from '@matinee/testkit/outside/versitygw.ts';
import { databaseUrlOf, removeDataDir, type ServerProcess, startProcess } from '@matinee/testkit/process.ts';
import { makeUsedDataDir } from '@matinee/testkit/processes/used-data-dir.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { testPassword } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../../../tools/built.mjs';
import { makePhotograph } from './pictures/photograph.fixture.ts';

const long = 120_000;
const mebibyte = 1_048_576;
const backends = hasProgram('versitygw') ? (['database', 'object_storage'] as const) : (['database'] as const);
const complete = 'RoomService.CompleteChatAttachmentUploadSession';
let made = 0;

beforeAll(() => ensureBuilt(), long);

describe.each(backends)('a process with files in the %s', (backend) => {
  let store: Versitygw | undefined;
  let dataDir: string;
  let server: ServerProcess;
  let token: string;
  let room: string;
  beforeAll(async () => {
    store = backend === 'object_storage' ? await startVersitygw() : undefined;
  });
  afterAll(() => store?.stop());
  beforeEach(async () => {
    dataDir = await makeUsedDataDir();
    server = await start();
    token = (await ok('AuthService.LoginWithDirectPassword', { username: 'root', password: testPassword })).accessToken;
    room = (await ok('UserService.CreateRoom', { name: 'Room' })).room.id;
  }, long);
  afterEach(async () => {
    await kill();
    await removeDataDir(dataDir);
  });

  function start(): Promise<ServerProcess> {
    const settings = store && {
      'object_storage.endpoint': store.endpoint,
      'object_storage.bucket': store.bucket,
      'object_storage.access_key_id': store.accessKeyId,
      'object_storage.secret_access_key': store.secretAccessKey,
      'files.chat_attachments': 'object_storage',
    };
    return startProcess(
      dataDir,
      Object.entries(settings ?? {}).flatMap(([key, value]) => ['--set', `${key}=${value}`]),
    );
  }

  async function kill(): Promise<void> {
    server.child.kill('SIGKILL');
    await server.ended;
  }

  async function ok(call: string, request: object, at?: string) {
    const answer = await callRest(server.url, { call, request: request as never, token, room: at });
    if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.reason}`);
    return answer.json;
  }

  const fileOf = (bytes: Buffer, more: Partial<UploadFile> = {}): UploadFile => ({
    url: server.url,
    token,
    room,
    bytes,
    name: 'a.zip',
    type: 'application/zip',
    ...more,
  });
  const zip = (length: number) => {
    const bytes = randomBytes(length);
    bytes.write('PK\u0003\u0004');
    return bytes;
  };
  async function send(attachment: object) {
    const request = { client_message_id: `m${++made}`, content: '', attachments: [attachment] };
    return (await ok('RoomService.SendChatMessage', request, room)).message.attachments[0];
  }
  const read = async (url: string) => {
    const answer = await fetch(server.url + url);
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  test(
    '[FI3] [FI4] kill -9 in the middle of uploads loses no part that was acknowledged',
    async () => {
      const files = [zip(40 * mebibyte), zip(40 * mebibyte)];
      const sessions = await Promise.all(files.map(async (bytes) => (await createSession(fileOf(bytes))).json));
      const acknowledged = new Set<string>();
      const sending = sessions.flatMap((session, place) =>
        session.plan.parts.map(async (part: { part_number: number }) => {
          const answer = await sendPart(server.url, session, part, files[place]!).catch(() => undefined);
          if (answer?.ok) acknowledged.add(`${place}/${part.part_number}`);
        }),
      );
      await until('some are there', () => acknowledged.size >= 3, 60_000);
      await kill();
      await Promise.all(sending);
      server = await start();
      const found = new Set<string>();
      for (const [place, bytes] of files.entries()) {
        const { json: session } = await createSession(fileOf(bytes));
        const etags: string[] = [];
        for (const part of session.uploaded_parts) {
          found.add(`${place}/${part.part_number}`);
          etags[part.part_number - 1] = part.etag;
        }
        for (const part of session.plan.parts) {
          if (etags[part.part_number - 1] !== undefined) continue;
          const answer = await sendPart(server.url, session, part, bytes);
          etags[part.part_number - 1] = answer.headers.get('etag') ?? '';
        }
        const { attachment_reference } = await ok(complete, completion(session, bytes, etags));
        expect((await read((await send(attachment_reference)).url)).bytes.equals(bytes)).toBe(true);
      }
      for (const part of acknowledged) expect(found).toContain(part);
    },
    long,
  );

  test(
    '[FI50] [FI54] kill -9 while pictures are completed and made smaller loses none of them',
    async () => {
      const photographs = await Promise.all(
        Array.from({ length: 5 }, () =>
          makePhotograph(400, 300)
            .withExif({ IFD0: { Copyright: 'Anna Musterfrau' } })
            .jpeg()
            .toBuffer(),
        ),
      );
      const sessions: { session: Awaited<ReturnType<typeof createSession>>['json']; etags: string[]; bytes: Buffer }[] =
        [];
      for (const bytes of photographs) {
        const { json: session } = await createSession(fileOf(bytes, { name: 'a.jpg', type: 'image/jpeg' }));
        const etags = [(await sendPart(server.url, session, session.plan.parts[0], bytes)).headers.get('etag') ?? ''];
        sessions.push({ session, etags, bytes });
      }
      const finish = ({ session, etags, bytes }: (typeof sessions)[number]) =>
        ok(complete, completion(session, bytes, etags));
      const completing = sessions.map(finish);
      await Promise.any(completing);
      await kill();
      await Promise.allSettled(completing);
      // Its database keeps running. Simulates that the killed server's leases of five minutes have expired.
      const database = new pg.Client({ connectionString: await databaseUrlOf(dataDir) });
      // It ends with the server, also if the test fails before.
      database.on('error', () => undefined);
      await database.connect();
      await database.query('update file_variant_jobs set due_at = now()');
      server = await start();
      const smallest: string[] = [];
      for (const one of sessions) {
        const { attachment_reference } = await finish(one);
        const attachment = await send(attachment_reference);
        expect((await read(attachment.url)).bytes.includes('Anna')).toBe(false);
        smallest.push(attachment.variants.at(-1).url);
      }
      const jobs = async () => (await database.query('select from file_variant_jobs')).rowCount;
      await until('all are made', async () => (await jobs()) === 0, 60_000);
      await database.end();
      for (const url of smallest) expect((await read(url)).type).toBe('image/webp');
    },
    long,
  );

  test(
    '[FI58] the largest files on their way at once take memory for pieces of them',
    async () => {
      const memoryMib = (name: 'VmRSS' | 'VmHWM') => {
        const status = readFileSync(`/proc/${server.child.pid}/status`, 'latin1');
        return (
          Number(
            status
              .split('\n')
              .find((line) => line.startsWith(name))!
              .split(/\s+/)[1],
          ) / 1_024
        );
      };
      const bytes = zip(50 * mebibyte);
      const once = async (number: number) => {
        const own = Buffer.from(bytes);
        own.writeUInt32BE(number, 8);
        const { json: session } = await createSession(fileOf(own));
        const etags: string[] = [];
        for (const part of session.plan.parts)
          etags.push((await sendPart(server.url, session, part, own)).headers.get('etag') ?? '');
        const { attachment_reference } = await ok(complete, completion(session, own, etags));
        const { url } = await send(attachment_reference);
        const answer = await fetch(server.url + url);
        let count = 0;
        for await (const piece of answer.body!) count += piece.length;
        expect(count).toBe(own.length);
      };
      await once(0);
      const before = memoryMib('VmRSS');
      await Promise.all([1, 2, 3, 4].map(once));
      // Loaded into memory at once, they would take 200 MiB, and as much again to be sent.
      expect(memoryMib('VmHWM') - before).toBeLessThan(150);
    },
    long,
  );
});
