import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import * as ws from 'ws';
import { FrameWriter, frameKind, TurnWrites } from './turn-writes.ts';

/** The library exports it, but its types do not. */
const { Receiver } = ws as unknown as {
  Receiver: new (options: { isServer: boolean }) => NodeJS.EventEmitter & { write(bytes: Buffer): void };
};

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A socket that records its writes. */
function makeSocket(turns: TurnWrites, kind: (typeof frameKind)[keyof typeof frameKind] = frameKind.binary) {
  const wire = new PassThrough({ highWaterMark: 10_000_000 });
  const written: Buffer[] = [];
  wire.on('data', (bytes: Buffer) => written.push(bytes));
  const connection = { OPEN: 1, readyState: 1 };
  return { writer: new FrameWriter(turns, wire, kind, connection), written, connection };
}

/** The messages in the written bytes, as another implementation reads them. */
async function read(written: readonly Buffer[]): Promise<{ data: Buffer; isBinary: boolean }[]> {
  const receiver = new Receiver({ isServer: false });
  const messages: { data: Buffer; isBinary: boolean }[] = [];
  receiver.on('message', (data: Buffer, isBinary: boolean) => messages.push({ data, isBinary }));
  for (const bytes of written) receiver.write(bytes);
  await turn();
  return messages;
}

test.each([0, 1, 125, 126, 65_535, 65_536, 200_000])('a frame of %i bytes is read as it was sent', async (length) => {
  const payload = new Uint8Array(length).map((_, i) => i % 251);
  const { writer, written } = makeSocket(new TurnWrites());
  writer.send(payload);
  await turn();
  const [message, ...more] = await read(written);
  expect(more).toEqual([]);
  expect(message?.isBinary).toBe(true);
  expect(Buffer.compare(message!.data, payload)).toBe(0);
});

test('[RT27] what a turn has for a socket goes out in one write, in order, and the next turn in another', async () => {
  const { writer, written } = makeSocket(new TurnWrites(), frameKind.text);
  const settled = Promise.resolve();
  writer.send(Buffer.from('one'));
  void settled.then(() => writer.send(Buffer.from('three')));
  writer.send(Buffer.from('two'));
  expect(written).toEqual([]);
  await turn();
  writer.send(Buffer.from('four'));
  await turn();
  expect(written).toHaveLength(2);
  const messages = await read(written);
  expect(messages.map(({ data }) => data.toString())).toEqual(['one', 'two', 'three', 'four']);
  expect(messages.some(({ isBinary }) => isBinary)).toBe(false);
});

test('[RT2] sockets that are told the same get the same bytes, others get their own', async () => {
  const turns = new TurnWrites();
  const sockets = [makeSocket(turns), makeSocket(turns), makeSocket(turns), makeSocket(turns, frameKind.text)];
  const [a, b, c] = [Buffer.from('a'), Buffer.from('b'), Buffer.from('c')];
  const told = [
    [a, b],
    [a, b],
    [a, c],
    [a, b],
  ];
  for (const [place, payloads] of told.entries()) for (const payload of payloads) sockets[place]!.writer.send(payload);
  await turn();
  expect(sockets[0]!.written).toHaveLength(1);
  expect(sockets[1]!.written[0]).toBe(sockets[0]!.written[0]);
  const texts = await Promise.all(
    sockets.map(async ({ written }) => (await read(written)).map(({ data, isBinary }) => `${isBinary} ${data}`)),
  );
  expect(texts).toEqual([
    ['true a', 'true b'],
    ['true a', 'true b'],
    ['true a', 'true c'],
    ['false a', 'false b'],
  ]);
});

test('[RT27] a long turn does not wait with all of it, and loses nothing', async () => {
  const { writer, written } = makeSocket(new TurnWrites());
  const payloads = Array.from({ length: 200 }, (_, n) => Buffer.alloc(n * 10, n));
  for (const payload of payloads) writer.send(payload);
  expect(written.length).toBeGreaterThanOrEqual(1);
  await turn();
  expect((await read(written)).map(({ data }) => data.length)).toEqual(payloads.map(({ length }) => length));
});

test('nothing is written to a socket that has closed meanwhile', async () => {
  const { writer, written, connection } = makeSocket(new TurnWrites());
  writer.send(Buffer.from('a'));
  connection.readyState = 2;
  await turn();
  expect(written).toEqual([]);
});
