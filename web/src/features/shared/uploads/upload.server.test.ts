import { createHash, randomBytes } from 'node:crypto';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { startVersitygw, type Versitygw } from '@matinee/testkit/outside/versitygw.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, makeApi } from '../../../client/calls/api.ts';
import { ApiError } from '../../../client/calls/api-error.ts';
import { createTokenStore } from '../../../client/calls/tokens.ts';
import { sha256, sha256InSteps } from './digests.ts';
import type { PartToSend, SendPart } from './send-part.ts';
import { type UploadCalls, type UploadPhase, uploadFile } from './upload.port.ts';

const mebibyte = 1_048_576;
const zip = (length: number) => {
  const bytes = randomBytes(length);
  bytes.write('PK\u0003\u0004');
  return new Uint8Array(bytes);
};
const network = () => new ApiError({ status: 0, code: 'network', message: '', requestId: '' });
const fileOf = (bytes: Uint8Array<ArrayBuffer>) => ({
  bytes: new Blob([bytes]),
  name: 'a.zip',
  type: 'application/zip',
});
const never = new AbortController().signal;

function apiOf(server: TestServer, { token, refreshToken }: TestUser): Api {
  const values = new Map<string, string>();
  const tokens = createTokenStore({
    read: (key) => values.get(key) ?? null,
    write: (key, text) => void (text === undefined ? values.delete(key) : values.set(key, text)),
  });
  tokens.set({ accessToken: token, refreshToken });
  return makeApi({ baseUrl: server.url, tokens, fetch });
}

const callsOf = (api: Api, room_id: string): UploadCalls => ({
  create: (fields) => api.call('RoomService.CreateChatAttachmentUploadSession', { room_id, ...fields }),
  complete: (request) => api.call('RoomService.CompleteChatAttachmentUploadSession', request),
});

/** Sends parts like the page's XMLHttpRequest. `fault` may fail a part before or after it is sent. */
function sender(base: string, fault: (number: number) => 'before' | 'after' | undefined = () => undefined) {
  const seen = { sent: [] as number[], most: 0 };
  let now = 0;
  let count = 0;
  const send: SendPart = async ({ url, headers, body, signal, onSent }: PartToSend) => {
    count += 1;
    const failing = fault(count);
    if (failing === 'before') throw network();
    now += 1;
    seen.most = Math.max(seen.most, now);
    try {
      const answer = await fetch(new URL(url, base), { method: 'PUT', headers, body, signal });
      if (failing === 'after') throw network();
      if (!answer.ok) throw new ApiError({ status: answer.status, code: 'unknown', message: '', requestId: '' });
      seen.sent.push(body.size);
      onSent(body.size);
      return answer.headers.get('etag') ?? undefined;
    } finally {
      now -= 1;
    }
  };
  return { send, seen };
}

const stores = [{ name: 'the database' }, ...(hasProgram('versitygw') ? [{ name: 'an object store' }] : [])];

describe.each(stores)('uploads to $name', ({ name }) => {
  let store: Versitygw | undefined;
  let server: TestServer;
  let anna: TestUser;
  let room: string;
  beforeAll(async () => {
    store = name === 'an object store' ? await startVersitygw() : undefined;
    const config = store && {
      'object_storage.endpoint': store.endpoint,
      'object_storage.bucket': store.bucket,
      'object_storage.access_key_id': store.accessKeyId,
      'object_storage.secret_access_key': store.secretAccessKey,
      'files.chat_attachments': 'object_storage',
    };
    server = await startTestServer(config ? { config } : {});
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
  });
  afterAll(async () => {
    await server?.stop();
    await store?.stop();
  });

  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  let made = 0;
  const upload = async (bytes: Uint8Array<ArrayBuffer>, send: SendPart, calls = callsOf(apiOf(server, anna), room)) => {
    const phases: UploadPhase[] = [];
    let mostSent = 0;
    const { attachment_reference } = await uploadFile(fileOf(bytes), calls, {
      signal: never,
      means: { sendPart: send, wait },
      onProgress({ phase, sentBytes }) {
        if (phases.at(-1) !== phase) phases.push(phase);
        mostSent = Math.max(mostSent, sentBytes);
      },
    });
    return { reference: attachment_reference!, phases, mostSent };
  };
  const read = async (reference: object) => {
    made += 1;
    const request = { client_message_id: `m${made}`, content: '', attachments: [reference as never] };
    const { message } = await server.ok({ call: 'RoomService.SendChatMessage', token: anna.token, room, request });
    const answer = await fetch(server.url + message.attachments[0].url);
    return new Uint8Array(await answer.arrayBuffer());
  };

  test('[WUL1] a file of five parts arrives, with three parts on their way at most', async () => {
    const bytes = zip(4 * 8 * mebibyte + 17);
    const { send, seen } = sender(server.url);
    const { reference, phases, mostSent } = await upload(bytes, send);
    expect(phases).toEqual(['preparing', 'sending', 'finishing']);
    expect([seen.sent.length, seen.most, mostSent]).toEqual([5, 3, bytes.length]);
    expect(Buffer.from(await read(reference)).equals(bytes)).toBe(true);
  });

  test('[WUL2] [WUL3] an upload goes on after a lost network, without the parts that are there', async () => {
    const bytes = zip(2 * 8 * mebibyte + 5);
    const { send, seen } = sender(server.url, (number) =>
      number === 2 ? 'before' : number === 3 ? 'after' : undefined,
    );
    const calls = callsOf(apiOf(server, anna), room);
    let created = 0;
    const shaky: UploadCalls = {
      ...calls,
      async create(fields) {
        created += 1;
        if (created === 3) throw network();
        return calls.create(fields);
      },
    };
    waits.length = 0;
    const { reference, phases } = await upload(bytes, send, shaky);
    expect(phases).toEqual(['preparing', 'sending', 'waiting', 'sending', 'finishing']);
    // The third part arrived, although its answer did not: only the second is sent again.
    expect(seen.sent.length).toBe(2);
    expect(waits).toEqual([1_000, 1_000]);
    expect(Buffer.from(await read(reference)).equals(bytes)).toBe(true);
  });

  test('[WUL2] another page with the same file sends only what is missing', async () => {
    const bytes = zip(3 * 8 * mebibyte);
    const leaving = new AbortController();
    const first = sender(server.url);
    let count = 0;
    const interrupted = uploadFile(fileOf(bytes), callsOf(apiOf(server, anna), room), {
      signal: leaving.signal,
      means: {
        wait,
        async sendPart(part) {
          count += 1;
          if (count === 1) {
            const etag = await first.send({ ...part, signal: never });
            leaving.abort();
            return etag;
          }
          return new Promise((_, reject) => part.signal.addEventListener('abort', () => reject(part.signal.reason)));
        },
      },
    });
    await expect(interrupted).rejects.toThrow();
    const { send, seen } = sender(server.url);
    await upload(bytes, send);
    expect([first.seen.sent.length, seen.sent.length]).toEqual([1, 2]);
  });

  test('[WUL3] a store that never takes a part fails after five rounds', async () => {
    const { send } = sender(server.url, () => 'before');
    waits.length = 0;
    await expect(upload(zip(100), send)).rejects.toMatchObject({ code: 'files.storage_unavailable' });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  });

  test('[WUL4] bytes that are there are proven, not sent', async () => {
    const bytes = zip(9 * mebibyte);
    await upload(bytes, sender(server.url).send);
    const { send, seen } = sender(server.url);
    const { reference, phases } = await upload(bytes, send);
    expect([seen.sent.length, phases]).toEqual([0, ['preparing', 'finishing']]);
    expect(Buffer.from(await read(reference)).equals(bytes)).toBe(true);
  });

  test('[WUL5] an upload that is forgotten begins anew, and what is refused ends it', async () => {
    const bytes = zip(1_000);
    const calls = callsOf(apiOf(server, anna), room);
    let refused = 0;
    const forgetting: UploadCalls = {
      ...calls,
      complete: (request) => calls.complete(refused++ === 0 ? { ...request, token: 'x.y' } : request),
    };
    expect((await upload(bytes, sender(server.url).send, forgetting)).reference.kind).toBe('UPLOAD');
    const always: UploadCalls = { ...calls, complete: (request) => calls.complete({ ...request, token: 'x.y' }) };
    await expect(upload(zip(1_001), sender(server.url).send, always)).rejects.toMatchObject({
      code: 'files.invalid_token',
    });
    const lying = uploadFile({ ...fileOf(zip(50)), type: 'image/png' }, calls, {
      signal: never,
      means: { sendPart: sender(server.url).send, wait },
    });
    await expect(lying).rejects.toMatchObject({ code: 'files.wrong_type', status: 415 });
  });

  test('[WUL6] a file that cannot be read any more fails as such', async () => {
    const bytes = new Blob([zip(50)]);
    const gone = {
      size: 50,
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
    };
    const calls = callsOf(apiOf(server, anna), room);
    const options = { signal: never, means: { sendPart: sender(server.url).send, wait } };
    const source = { ...fileOf(zip(50)), bytes: gone as unknown as Blob };
    await expect(uploadFile(source, calls, options)).rejects.toMatchObject({ code: 'files.unreadable' });
    // The read fails after the digests: to the browser that looks like a lost network.
    let reads = 0;
    const vanishing = {
      size: bytes.size,
      slice: (...range: [number, number]) => (reads++ === 0 ? bytes.slice(...range) : gone.slice()),
    };
    const means = { wait, sendPart: () => Promise.reject(network()) };
    const vanished = uploadFile({ ...source, bytes: vanishing as unknown as Blob }, calls, { ...options, means });
    await expect(vanished).rejects.toMatchObject({ code: 'files.unreadable' });
  });
});

test('[WUL7] digests without those of the browser are the same, and are made in steps', async () => {
  const bytes = zip(600_000);
  const expected = createHash('sha256').update(bytes).digest('hex');
  // Loads the hash module first, as loading it takes an event-loop turn too.
  await sha256InSteps(bytes.subarray(0, 1));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  const own = Buffer.from(await sha256InSteps(bytes)).toString('hex');
  clearInterval(timer);
  expect([own, await sha256(bytes)]).toEqual([expected, expected]);
  expect(turns).toBeGreaterThan(1);
});
