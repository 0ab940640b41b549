import fc from 'fast-check';
import { expect, test } from 'vitest';
import { authorize, chooseChallenge } from './authorization.ts';
import { needsOtherSound, readDescription, writeDescription } from './description.ts';
import { PlayDialog, type RtspRefused } from './play-dialog.ts';
import { RtspError } from './rtsp-error.ts';
import { frameHead, headerOf, type RtspRequest, writeMessage } from './rtsp-message.ts';
import { RtspReader } from './rtsp-reader.ts';

function readIn(pieces: readonly Buffer[]): unknown[] {
  const read: unknown[] = [];
  const reader = new RtspReader({
    onAnswer: ({ status, body }) => void read.push([status, body.toString()]),
    onRequest: ({ method, url }) => void read.push([method, url]),
    onFrame: (channel, payload) => void read.push([channel, payload.toString()]),
  });
  for (const piece of pieces) reader.push(piece);
  return read;
}
const frame = (channel: number, text: string) => Buffer.concat([frameHead(channel, text.length), Buffer.from(text)]);

test('[RSP1] messages and media are read however they were cut', () => {
  const bytes = Buffer.concat([
    writeMessage('RTSP/1.0 200 OK', { CSeq: '1' }, 'v=0\r\n\r\n$'),
    frame(3, 'media'),
    frame(0, ''),
    Buffer.from('\r\nRTSP/1.0 404 Not Found\nCSeq: 2\n\n'),
    writeMessage('OPTIONS rtsp://a/b RTSP/1.0', { CSeq: '1' }),
  ]);
  const whole = [
    [200, 'v=0\r\n\r\n$'],
    [3, 'media'],
    [0, ''],
    [404, ''],
    ['OPTIONS', 'rtsp://a/b'],
  ];
  expect(readIn([bytes])).toEqual(whole);
  expect(readIn([...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole);
});

test.each([
  ['HTTP/1.1 200 OK\r\n\r\n', 'not_rtsp'],
  [`RTSP/1.0 200 OK\r\n${'a'.repeat(16_384)}`, 'head_too_long'],
  [`RTSP/1.0 200 OK\r\n${'a: b\r\n'.repeat(101)}\r\n`, 'head_too_long'],
  ['RTSP/1.0 200 OK\r\nContent-Length: 70000\r\n\r\n', 'body_too_long'],
  ['RTSP/1.0 200 OK\r\nContent-Length: -1\r\n\r\n', 'broken_header'],
])('[RSP1] %j is refused', (text, fault) => {
  expect(() => readIn([Buffer.from(text)])).toThrow(`RTSP: ${fault}`);
});

test('[RSP1] whatever comes, nothing else is thrown, and what is announced takes no memory', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('RTSP/1.0 200 OK\r\n', 'Content-Length: 5\r\n', '\r\n', '$', 'v=0\r\n', 'm=audio 0 RTP/AVP 0\r\n')
      .map(Buffer.from),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      for (const work of [() => readIn(pieces), () => readDescription(Buffer.concat(pieces).toString())])
        try {
          work();
        } catch (cause) {
          expect(cause).toBeInstanceOf(RtspError);
        }
    }),
  );
  const before = process.memoryUsage().arrayBuffers;
  const readers = Array.from({ length: 200 }, () => new RtspReader({} as never));
  for (const reader of readers) reader.push(Buffer.from('RTSP/1.0 200 OK\r\nContent-Length: 65536\r\n\r\nx'));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_048_576);
});

const picture = [
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  'a=fmtp:96 sprop-parameter-sets=AAA=,BBB=',
  'a=control:v',
];
const sound = ['m=audio 0 RTP/AVP 97 8', 'a=rtpmap:97 SPEEX/16000', 'a=control:rtsp://10.0.0.1/a'];
const describe = (...lines: string[]) =>
  ['v=0', 'o=- 1 1 IN IP4 10.0.0.1', 's=x', 'c=IN IP4 10.0.0.1', 'a=control:*', ...lines, ''].join('\r\n');

test('[RSP3] the first picture and the first sound that can be played are taken', () => {
  const found = readDescription(describe(...sound, ...picture, 'm=application 0 RTP/AVP 107', ...picture));
  expect(found.control).toBe('*');
  expect(found.tracks.map(({ payload, encoding, control }) => [payload, encoding, control])).toEqual([
    [96, 'H264/90000', 'v'],
    [8, 'PCMA/8000', 'rtsp://10.0.0.1/a'],
  ]);
  expect(needsOtherSound(found)).toBe(true);
  const aac = ['m=audio 0 RTP/AVP 97', 'a=rtpmap:97 mpeg4-generic/44100/2', 'a=fmtp:97 config=1210'];
  expect(needsOtherSound(readDescription(describe(...aac)))).toBe(false);
  const written = writeDescription(found);
  expect(written).not.toContain('10.0.0.1');
  expect(readDescription(written).tracks.map(({ control }) => control)).toEqual(['track0', 'track1']);
});

test.each([
  [describe('m=video 0 RTP/AVP 96', 'a=rtpmap:96 H265/90000', ...sound), 'no_track'],
  [describe('m=video 0 RTP/SAVP 96', 'a=rtpmap:96 H264/90000'), 'no_track'],
  [describe(), 'no_track'],
  ['<!DOCTYPE html>', 'broken_description'],
  [`v=0\n${'a=x\n'.repeat(1_001)}`, 'broken_description'],
])('[RSP3] a description without a picture or sound for us is refused (%#)', (text, fault) => {
  expect(() => readDescription(text)).toThrow(`RTSP: ${fault}`);
});

const account = { user: 'Mufasa', password: 'Circle of Life' };

test('[RSP4] Digest and Basic are answered as RFC 7616 (section 3.9.1), RFC 2069 and RFC 7617 ask', () => {
  const shared =
    'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"';
  const question = { method: 'GET', url: '/dir/index.html', count: 1 };
  const clientNonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
  const headers = ['Basic realm="a"', `Digest ${shared}, algorithm=MD5`, `Digest ${shared}, algorithm=SHA-256`];
  const said = (some: readonly string[]) => authorize(chooseChallenge(some)!, account, { ...question, clientNonce });
  expect(said(headers)).toContain('response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"');
  expect(said(headers.slice(0, 2))).toContain('response="8ca523f5e9506fed4657c9700eebdbec"');
  expect(said(headers.slice(0, 1))).toBe(`Basic ${Buffer.from('Mufasa:Circle of Life').toString('base64')}`);
  const old = authorize(chooseChallenge(['Digest realm="testrealm@host.com", nonce="abc"'])!, account, {
    ...question,
    clientNonce,
  });
  expect(old).not.toMatch(/qop|cnonce/);
  for (const unknown of [
    'Negotiate',
    'Digest realm="a"',
    'Digest nonce="a", qop="auth-int"',
    'Digest nonce="a", algorithm=X',
  ])
    expect(chooseChallenge([unknown])).toBeUndefined();
});

/** A dialog with a server that answers what `answer` says. */
function talk(answer: (request: RtspRequest) => { status?: string; headers?: Record<string, string>; body?: string }) {
  const asked: string[] = [];
  const server = new RtspReader({
    onAnswer: () => undefined,
    onFrame: () => undefined,
    onRequest(request) {
      asked.push(`${request.method} ${request.url} ${headerOf(request, 'session') ?? '-'}`);
      const { status = '200 OK', headers = {}, body } = answer(request);
      const number = headerOf(request, 'cseq')!;
      queueMicrotask(() => dialog.receive(writeMessage(`RTSP/1.0 ${status}`, { CSeq: number, ...headers }, body)));
    },
  });
  const frames: [number, string][] = [];
  const dialog: PlayDialog = new PlayDialog('rtsp://a.test/door', undefined, {
    send: (bytes) => server.push(bytes),
    onFrame: (channel, payload) => void frames.push([channel, payload.toString()]),
    random: Buffer.alloc,
  });
  return { dialog, asked, frames };
}

test('[RSP2] tracks are asked for over the connection, on the channels that the server names, and it hears of us', async () => {
  const { dialog, asked, frames } = talk(({ method, url }) => {
    if (method === 'OPTIONS') return { headers: { Public: 'DESCRIBE, GET_PARAMETER' } };
    if (method === 'DESCRIBE')
      return { headers: { 'Content-Base': 'rtsp://a.test/door/' }, body: describe(...sound, ...picture) };
    const interleaved = url.endsWith('v') ? '6-7' : '2-3';
    return { headers: { Session: 'abc; timeout=30', Transport: `RTP/AVP/TCP;interleaved=${interleaved}` } };
  });
  await dialog.open();
  await dialog.play();
  expect(dialog.beatMs).toBe(15_000);
  dialog.beat();
  expect(asked).toEqual([
    'OPTIONS rtsp://a.test/door -',
    'DESCRIBE rtsp://a.test/door -',
    'SETUP rtsp://a.test/door/v -',
    'SETUP rtsp://10.0.0.1/a abc',
    'PLAY rtsp://a.test/door/ abc',
    'GET_PARAMETER rtsp://a.test/door/ abc',
  ]);
  for (const channel of [6, 3, 9]) dialog.receive(frame(channel, `from ${channel}`));
  expect(frames).toEqual([
    [0, 'from 6'],
    [3, 'from 3'],
  ]);
  const reported: number[] = [];
  dialog.report(1, Buffer.of(1), (channel) => void reported.push(channel));
  expect(reported).toEqual([7]);
});

test('[RSP2] [RSP4] a refusal, an end and a control that is no address end the dialog', async () => {
  const refused = talk(() => ({ status: '401 Who' })).dialog.open();
  await expect(refused).rejects.toMatchObject({ status: 401 } satisfies Partial<RtspRefused>);
  const { dialog } = talk(() => ({}));
  const opening = dialog.open();
  dialog.end();
  await expect(opening).rejects.toMatchObject({ status: 503 });
  const broken = talk(() => ({ body: describe('m=audio 0 RTP/AVP 0', 'a=control:rtsp://a b') })).dialog;
  await expect(broken.open()).rejects.toThrow(RtspError);
  const datagrams = talk(() => ({
    headers: { Transport: 'RTP/AVP;unicast;client_port=1-2' },
    body: describe(...picture),
  }));
  await expect(datagrams.dialog.open()).rejects.toThrow('unexpected_transport');
});
