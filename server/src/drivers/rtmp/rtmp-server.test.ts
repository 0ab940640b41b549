import { execFile } from 'node:child_process';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import { makeLog } from '../../kernel/log.ts';
import { readAudioTag, readVideoTag } from './av-tags.ts';
import { toChunks } from './chunk-writer.ts';
import { messageType, numberMessage } from './message.ts';
import {
  clientHandshake,
  command,
  connectCommand,
  dial,
  media,
  opening,
  publishCommand,
  windowSize,
} from './rtmp-client.fixture.ts';
import {
  makeRtmpServer,
  type PublicationEnd,
  type Publisher,
  type RtmpServer,
  type RtmpServerParts,
} from './rtmp-server.ts';
import type { MediaMessage, PublishRequest, Refusal } from './session.ts';

const running: RtmpServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop?.(new AbortController().signal);
});

/** A server that lets in publishers with the key `key`, and records requests and messages. */
async function serve(options: Partial<RtmpServerParts> = {}) {
  const told = {
    asked: [] as PublishRequest[],
    media: [] as MediaMessage[],
    ends: [] as PublicationEnd[],
    publisher: undefined as Publisher | undefined,
  };
  const publication = {
    onMedia: (one: MediaMessage) => void told.media.push(one),
    onEnd: (how: PublicationEnd) => void told.ends.push(how),
  };
  const server = makeRtmpServer({
    ...{
      host: '127.0.0.1',
      port: 0,
      clock: systemClock,
      log: makeLog('silent'),
      random: (length) => Buffer.alloc(length),
    },
    authorize: async (request, publisher) => {
      told.asked.push(request);
      told.publisher = publisher;
      return request.name === 'key' ? publication : ('bad_name' satisfies Refusal);
    },
    ...options,
  });
  await server.start?.();
  running.push(server);
  return { server, told, publication, call: () => dial(server.port) };
}

test('[RTM4] a publisher with a key is on the air, and what comes with the question is read after the answer', async () => {
  const { told, call } = await serve();
  const { socket, heard } = call();
  socket.write(Buffer.concat([opening(), toChunks(media(messageType.video, 7, Buffer.from('picture')), 128)]));
  await until('the picture arrives', () => told.media.length === 1);
  expect(told.asked).toEqual([{ app: 'live/room_a', name: 'key' }]);
  expect(told.media[0]).toMatchObject({ kind: 'video', timestamp: 7, payload: Buffer.from('picture') });
  await until('it is told', () => heard.words.includes('NetStream.Publish.Start'));
  expect(heard.words.slice(0, 3)).toEqual(['5', '6', '1'].slice(0, 2).concat('NetConnection.Connect.Success'));
});

test('[RTM4] a publisher without one is told so, and the connection ends', async () => {
  const { told, call } = await serve();
  const { socket, heard, closed } = call();
  socket.write(opening('guess'));
  await closed;
  expect(heard.words.at(-1)).toBe('NetStream.Publish.BadName');
  expect(told.media).toEqual([]);
});

test('[RTM4] media without a right to publish end the connection', async () => {
  const { told, call } = await serve();
  const { socket, closed } = call();
  socket.write(
    Buffer.concat([clientHandshake, toChunks(connectCommand(), 128), toChunks(media(9, 0, Buffer.of(1)), 128)]),
  );
  await closed;
  expect(told).toMatchObject({ asked: [], media: [], ends: [] });
});

test('[RTM4] a failure of whoever decides is no way in', async () => {
  const { call } = await serve({ authorize: () => Promise.reject(new Error('the database is away')) });
  const { socket, heard, closed } = call();
  socket.write(opening());
  await closed;
  expect(heard.words.at(-1)).toBe('NetStream.Publish.Failed');
});

test('[RTM5] whoever wants to play is told that rooms are for that', async () => {
  const { call } = await serve();
  const { socket, heard, closed, say } = call();
  socket.write(clientHandshake);
  say(connectCommand(), command('createStream', 2, null), command('play', 3, null, 'key'));
  await closed;
  expect(heard.words.at(-1)).toBe('NetStream.Play.Failed');
});

test('[RTM6] silence ends a connection, before and after it publishes', async () => {
  const clock = new FakeClock();
  const { told, call } = await serve({ clock });
  const [mute, publisher] = [call(), call()];
  publisher.socket.write(opening());
  await until('it publishes', () => publisher.heard.words.includes('NetStream.Publish.Start'));
  clock.advance(11_000);
  await mute.closed;
  expect(told.ends).toHaveLength(0);
  clock.advance(10_000);
  await publisher.closed;
  await until('it is told', () => told.ends.length === 1);
});

test('[RTM7] connections have a limit', async () => {
  const { told, call } = await serve({ maxConnections: 2 });
  const [first, second] = [call(), call()];
  for (const { socket } of [first, second]) socket.write(opening());
  await until('both publish', () => told.asked.length === 2);
  const third = call();
  await third.closed;
  expect(third.heard.words).toEqual([]);
});

test('[RTM7] what comes too fast waits in the network until the next second', async () => {
  const clock = new FakeClock();
  const { told, call } = await serve({ clock });
  const { socket } = call();
  socket.write(opening());
  const piece = toChunks(media(messageType.video, 0, Buffer.alloc(1_048_576)), 128);
  for (let i = 0; i < 30; i += 1) socket.write(piece);
  await until('a second is full', () => told.media.length >= 9);
  expect(told.media.length).toBeLessThan(12);
  clock.advance(1_000);
  await until('the next second is full', () => told.media.length >= 18);
  expect(told.media.length).toBeLessThan(24);
});

test('[RTM14] what nobody waits for is read ten times a second, and at once as soon as somebody does', async () => {
  const clock = new FakeClock();
  const { told, publication, call } = await serve({ clock });
  let isWaitedFor = false;
  Object.assign(publication, { isWaitedFor: () => isWaitedFor });
  const [calm, other] = [call(), call()];
  for (const { socket } of [calm, other]) socket.setNoDelay(true).write(opening());
  const send = ({ socket }: typeof calm, timestamp: number) =>
    socket.write(toChunks(media(messageType.video, timestamp, Buffer.of(0x17)), 128));
  const hasCome = (ms: number) => told.media.some(({ timestamp }) => timestamp === ms);
  send(calm, 1);
  send(calm, 2);
  await until('a new stream is read at once', () => hasCome(2));
  clock.advance(6_000);
  send(calm, 3);
  await until('the first reading of a tenth of a second', () => hasCome(3));
  send(calm, 4);
  await new Promise<void>((resolve) => calm.socket.write(Buffer.alloc(0), () => resolve()));
  send(other, 5);
  await until('another connection, to which was written later, is read', () => hasCome(5));
  expect(hasCome(4)).toBe(false);
  clock.advance(100);
  await until('the next tenth of a second', () => hasCome(4));
  isWaitedFor = true;
  clock.advance(100);
  for (const ms of [6, 7, 8]) {
    send(calm, ms);
    await until('all of it is read without a tenth of a second', () => hasCome(ms));
  }
});

test('[RTM8] a publication ends once: by the encoder, by the network, by a mistake, by us', async () => {
  const { told, call } = await serve();
  const end = async (how: (one: ReturnType<typeof call>) => void) => {
    const one = call();
    const asked = told.asked.length;
    one.socket.write(opening());
    await until('it publishes', () => one.heard.words.includes('NetStream.Publish.Start') && told.asked.length > asked);
    how(one);
    await one.closed;
    return one.heard.words.at(-1);
  };
  await end(({ say }) => say(command('FCUnpublish', 6, null, 'key'), command('deleteStream', 7, null, 1)));
  await end(({ socket }) => socket.destroy());
  await end(({ say }) => say(media(messageType.amf0Command, 0, Buffer.of(0xff))));
  expect(await end(() => told.publisher!.end('The room was closed.'))).toBe('NetStream.Publish.Rejected');
  await until('all have ended', () => told.ends.length === 4);
  expect(told.ends).toEqual(['ended', 'broken', 'broken', 'ended']);
});

test('[RTM8] whoever has gone while their key was looked up is not on the air', async () => {
  let decide = (_: Parameters<typeof resolved>[0]) => {};
  const resolved = (to: Awaited<ReturnType<RtmpServerParts['authorize']>>) => to;
  const { told, publication, call } = await serve({
    authorize: () => new Promise((resolve) => (decide = resolve)),
  });
  const { socket, heard } = call();
  socket.write(opening());
  await until(
    'the question has arrived',
    () => heard.words.includes('NetConnection.Connect.Success') && decide.length === 1,
  );
  socket.destroy();
  await new Promise((resolve) => socket.once('close', resolve));
  decide(publication);
  await until('it is told that it is over', () => told.ends.length === 1);
});

test.skipIf(!hasFfmpeg)('[RTM4] [RTM9] ffmpeg publishes', async () => {
  const { server, told } = await serve();
  const encoder = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', '-c:a', 'aac'];
  const sources = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25', '-f', 'lavfi', '-i', 'sine'];
  const args = [
    '-v',
    'error',
    ...sources,
    '-t',
    '2',
    ...encoder,
    '-f',
    'flv',
    `rtmp://127.0.0.1:${server.port}/live/room_a/key`,
  ];
  await new Promise<void>((resolve, reject) =>
    execFile(programPath('ffmpeg'), args, (err) => (err ? reject(err) : resolve())),
  );
  await until('it has ended', () => told.ends.length === 1);
  const videos = told.media.filter(({ kind }) => kind === 'video').map(({ payload }) => readVideoTag(payload));
  const audios = told.media.filter(({ kind }) => kind === 'audio').map(({ payload }) => readAudioTag(payload));
  expect(videos[0]).toMatchObject({ codec: 'h264', kind: 'config' });
  expect(videos.filter(({ kind, isKey }) => kind === 'frame' && isKey).length).toBe(2);
  expect(videos.filter(({ kind }) => kind === 'frame').length).toBe(50);
  expect(audios[0]).toMatchObject({ codec: 'aac', kind: 'config' });
  expect(told.asked).toEqual([{ app: 'live/room_a', name: 'key' }]);
});

test('[RTM4] publishing twice over one connection is a mistake', async () => {
  const { told, call } = await serve();
  const { socket, closed, heard, say } = call();
  socket.write(opening());
  await until('it publishes', () => heard.words.includes('NetStream.Publish.Start'));
  say(publishCommand());
  await closed;
  await until('it is told', () => told.ends.length === 1);
});

test('[RTM10] before its key is accepted a connection may say little, in few chunks and few messages', async () => {
  const { told, call } = await serve();
  const ping = toChunks(windowSize(1_000), 128);
  const attacks = {
    'many commands': Buffer.concat(Array.from({ length: 40 }, () => toChunks(command('getStreamLength', 2), 128))),
    'many chunks of nothing': Buffer.concat(Array.from({ length: 300 }, () => ping)),
    'small chunks': toChunks(numberMessage(messageType.setChunkSize, 1), 128),
  };
  for (const [name, bytes] of Object.entries(attacks)) {
    const { socket, closed } = call();
    socket.write(Buffer.concat([clientHandshake, toChunks(connectCommand(), 128), bytes]));
    // A piece of its own, because all that comes with the handshake counts once.
    await until(`${name}: the server answers or ends it`, () => socket.bytesRead > 3_073 || socket.destroyed);
    socket.write(ping);
    await closed;
  }
  const { socket, closed } = call();
  socket.write(clientHandshake);
  const flood = setInterval(() => socket.write(Buffer.alloc(4_096)), 1);
  await closed;
  clearInterval(flood);
  expect(told.asked).toEqual([]);
});

test('[RTM7] an address that opens connections too fast is refused for the rest of a minute', async () => {
  const clock = new FakeClock();
  const { told, call } = await serve({ clock });
  const open = async (isTaken: boolean) => {
    const { socket, closed, heard } = call();
    socket.write(opening('guess'));
    await closed;
    expect(heard.words.length > 0).toBe(isTaken);
  };
  for (let n = 0; n < 120; n++) await open(true);
  for (let n = 0; n < 3; n++) await open(false);
  clock.advance(61_000);
  await open(true);
  expect(told.asked).toHaveLength(121);
});
