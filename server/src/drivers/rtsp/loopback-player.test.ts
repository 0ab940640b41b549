import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from '@matinee/testkit/until.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LoopbackPlayer } from './loopback-player.ts';
import { frameHead, writeMessage } from './rtsp-message.ts';

const secret = 'f00d'.repeat(12);
const track = { kind: 'audio', payload: 0, encoding: 'PCMU/8000', parameters: undefined, control: 'x' } as const;
let player: LoopbackPlayer;
let plays: number;
const reports: [number, string][] = [];
const sockets: Socket[] = [];

beforeEach(async () => {
  plays = 0;
  reports.length = 0;
  player = await LoopbackPlayer.start({
    description: { control: undefined, tracks: [track] },
    secret,
    onPlay() {
      plays += 1;
    },
    onFrame: (channel, payload) => void reports.push([channel, payload.toString()]),
  });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  player.close();
});

async function come() {
  const socket = connect(Number(new URL(player.url).port), '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  let isClosed = false;
  socket.on('data', (data) => {
    heard += data.toString('latin1');
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      isClosed = true;
    });
  await once(socket, 'connect');
  return {
    socket,
    heard: () => heard,
    isClosed: () => isClosed,
    ask: (method: string, url: string) => void socket.write(writeMessage(`${method} ${url} RTSP/1.0`, { CSeq: '5' })),
  };
}

test('[RSP5] whoever names the secret first is served, as players ask', async () => {
  const { url } = player;
  const one = await come();
  for (const method of ['OPTIONS', 'DESCRIBE']) one.ask(method, url);
  one.ask('SETUP', `${url}/track0`);
  player.send(0, Buffer.from('too early'));
  one.ask('PLAY', url);
  await until('it plays', () => plays === 1);
  player.send(0, Buffer.from('media'));
  await until('media', () => one.heard().endsWith('media'));
  expect(one.heard()).toContain('a=control:track0');
  expect(one.heard()).toContain('Transport: RTP/AVP/TCP;unicast;interleaved=0-1');
  expect(one.heard()).not.toContain('too early');
  one.socket.write(Buffer.concat([frameHead(1, 3), Buffer.from('got')]));
  await until('a report', () => reports.length === 1);
  expect(reports).toEqual([[1, 'got']]);
});

test('[RSP5] others get nothing, and nobody can come afterwards', async () => {
  const { url } = player;
  const early = await come();
  for (const path of ['', 'f00d', 'beef'.repeat(12)]) {
    const other = await come();
    other.ask('DESCRIBE', `rtsp://127.0.0.1/${path}`);
    await until('it is sent away', other.isClosed);
    expect(other.heard()).toBe('');
  }
  const garbage = await come();
  garbage.socket.write('GET / HTTP/1.1\r\n\r\n');
  await until('it is sent away', garbage.isClosed);
  const port = Number(new URL(url).port);
  const one = await come();
  one.ask('OPTIONS', url);
  await until('it is answered', () => one.heard() !== '');
  early.ask('OPTIONS', url);
  await until('the other one is not', early.isClosed);
  const late = connect(port, '127.0.0.1');
  const [cause] = await once(late, 'error');
  expect(cause.code).toBe('ECONNREFUSED');
});

test('[RSP5] media wait for a player that takes none, and no longer than it is there', async () => {
  const { url } = player;
  const one = await come();
  one.ask('PLAY', url);
  await until('it plays', () => plays === 1);
  one.socket.pause();
  let isDrained = false;
  for (let pieces = 0; pieces < 400; pieces += 1) player.send(0, Buffer.alloc(60_000));
  const waiting = player.drained().then(() => {
    isDrained = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isDrained).toBe(false);
  one.socket.destroy();
  await waiting;
  expect(isDrained).toBe(true);
});
