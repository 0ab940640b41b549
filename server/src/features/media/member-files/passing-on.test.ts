/** A piece that reaches another process than the one that waits for it. */
import { PassThrough } from 'node:stream';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { beforeEach, expect, test } from 'vitest';
import type { OpenReplicaLink } from '../../../drivers/replica-link/replica-link.ts';
import type { ByteRequest } from '../../../kernel/http/byte-routes.ts';
import { makeLog } from '../../../kernel/log.ts';
import { systemRandom } from '../../../kernel/random.ts';
import { MemoryBus } from '../../../realtime/memory-bus.fixture.ts';
import { makeRelaySigner } from '../streams/relays/relay-signer.ts';
import { bytesOf } from './member-files.fixture.ts';
import { PassingOn } from './passing-on.ts';
import { Pieces } from './pieces.ts';

const film = bytesOf(1_000);
const file = {
  ...{ roomId: 'room_1', mediaId: 'med_1', adderId: 'usr_1' },
  ...{ sizeBytes: 1_000, fingerprint: 'ab', fileName: 'film.mp4' },
};
let clock: FakeClock;
let asked: (frame: Buffer) => void;
let links: string[];

beforeEach(() => {
  clock = new FakeClock();
  links = [];
});

/** Two processes on one bus; `secret` is that of the one that the piece reaches. */
function makeProcesses(secret = 'secret') {
  const bus = new MemoryBus();
  const log = makeLog('silent');
  const pieces = new Pieces({ clock, random: systemRandom, givers: { tell: async (_, frame) => asked(frame) } });
  const find = pieces.find.bind(pieces);
  const open: OpenReplicaLink = async ({ url }) => {
    links.push(url);
    const { pathname, searchParams: query } = new URL(url);
    const request = { params: { requestId: pathname.split('/').at(-1)! }, query, method: 'GET' };
    const answer = reached.serve(request as unknown as ByteRequest);
    const body = new PassThrough();
    void answer.write!(body).then(
      () => body.end(),
      (cause) => body.destroy(cause),
    );
    return { status: answer.status, header: (name) => answer.headers[name], body };
  };
  const common = { bus, clock, log, open, address: () => 'http://127.0.0.1:1' };
  const signerOf = (text: string) => makeRelaySigner(text, clock);
  const waiting = new PassingOn({ ...common, replicaId: 'a', pieces: { find }, signer: signerOf('secret') });
  const nothing = { find: () => undefined };
  const reached = new PassingOn({ ...common, replicaId: 'b', pieces: nothing, signer: signerOf(secret) });
  waiting.start();
  reached.start();
  return { pieces, reached };
}

async function* inTwo() {
  yield film.subarray(0, 300);
  yield film.subarray(300);
}

/** Asks for the whole file; gives the id of the request as the page sees it. */
async function askAll(pieces: Pieces) {
  const framed = new Promise<Buffer>((resolve) => {
    asked = resolve;
  });
  const reading = pieces.ask(file, { start: 0, end: 999 }, new AbortController().signal);
  reading.catch(() => undefined);
  const requestId = /[\w-]{43}/.exec((await framed).toString('latin1'))![0];
  return { reading, requestId };
}

test('[MFL6] the process that waits reads the piece from the one that it reached', async () => {
  const { pieces, reached } = makeProcesses();
  const { reading, requestId } = await askAll(pieces);
  const sent = { requestId, userId: 'usr_1', roomId: 'room_1', mediaId: 'med_1', length: 1_000 };
  const offered = reached.offer(sent, inTwo());
  const chunks: Buffer[] = [];
  for await (const chunk of await reading) chunks.push(chunk as Buffer);
  await offered;
  expect(Buffer.concat(chunks).equals(film)).toBe(true);
  expect(links).toHaveLength(1);
});

test.each([
  ['another person', { userId: 'usr_2' }],
  ['another item', { mediaId: 'med_2' }],
  ['another length', { length: 999 }],
])('[MFL6] [MFL3] a piece of %s is not read', async (_, wrong) => {
  const { pieces, reached } = makeProcesses();
  const { requestId } = await askAll(pieces);
  const sent = { requestId, userId: 'usr_1', roomId: 'room_1', mediaId: 'med_1', length: 1_000, ...wrong };
  const offered = reached.offer(sent, inTwo());
  clock.advance(3_000);
  await expect(offered).rejects.toMatchObject({ reason: 'member_files.unknown_piece' });
  expect(links).toHaveLength(0);
});

test('[MFL6] nobody reads a piece without the secret of the server', () => {
  const { reached } = makeProcesses();
  const request = { params: { requestId: 'a' }, query: new URLSearchParams('exp=9999999999&sig=a'), method: 'GET' };
  expect(() => reached.serve(request as unknown as ByteRequest)).toThrow(/does not let you read/);
});

test('[MFL4] a page that sends nothing in time ends the reading', async () => {
  const { pieces } = makeProcesses();
  const { reading } = await askAll(pieces);
  clock.advance(20_000);
  await expect(reading).rejects.toMatchObject({ reason: 'member_files.too_slow' });
});
