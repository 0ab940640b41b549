/** Streams as viewers get them: ffmpeg publishes and checks them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  configs,
  makeStudio,
  type PublishKey,
  publish,
  type Sender,
  type Studio,
  startRtmpServer,
} from './streams.fixture.ts';

let server: TestServer;
let encoder: ChildProcess | undefined;
let sender: Sender | undefined;
beforeAll(async () => {
  server = await startRtmpServer();
});
afterEach(() => {
  encoder?.kill('SIGKILL');
  sender?.socket.destroy();
});
afterAll(() => server.stop());

/** Sends a picture and a tone for some seconds, in real time. */
function film({ server_url: url, publish_key: key }: PublishKey, more: readonly string[] = []): ChildProcess {
  const sources = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25', '-re', '-f', 'lavfi', '-i', 'sine'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', '-c:a', 'aac'];
  const args = ['-v', 'error', ...sources, '-t', '20', ...codecs, ...more, '-f', 'flv', `${url}/${key}`];
  return spawn(programPath('ffmpeg'), args, { stdio: 'ignore' });
}

/** The bytes of a body, until there are `bytes` of them or it ends. */
async function read(response: Response, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of response.body!) {
    parts.push(Buffer.from(part));
    if (parts.reduce((sum, { length }) => sum + length, 0) >= bytes) break;
  }
  return Buffer.concat(parts);
}
const reasonOf = async (response: Response) => ((await response.json()) as { code: string }).code;
async function listOf(studio: Studio): Promise<{ url: string; lines: string[] }> {
  const { hls } = await studio.urls();
  const master = await (await fetch(hls)).text();
  const url = new URL(master.split('\n').find((line) => line.startsWith('hls/'))!, hls).href;
  return { url, lines: (await (await fetch(url)).text()).split('\n') };
}

describe.skipIf(!hasFfmpeg)('ffmpeg sends', () => {
  test('[LS10] [LS22] what is read as FLV decodes', async () => {
    const studio = await makeStudio(server);
    const { flv } = await studio.urls();
    expect(await reasonOf(await fetch(flv))).toBe('streams.off_air');
    encoder = film(await studio.key());
    await until('it is on the air', async () => (await studio.streams()).length === 1);
    const response = await fetch(flv);
    expect(response.headers.get('content-type')).toBe('video/x-flv');
    const { frames } = judge(await read(response, 60_000), 'flv');
    expect(frames['h264']).toBeGreaterThan(10);
    expect(frames['aac']).toBeGreaterThan(10);
  });

  test('[LS10] [LS30] [LS32] what is read as HLS decodes', async () => {
    const studio = await makeStudio(server);
    encoder = film(await studio.key());
    await until('it is on the air', async () => (await studio.streams()).length === 1);
    const { url, lines } = await listOf(studio);
    const segment = lines.find((line) => /^\d+\.ts\?/.test(line))!;
    const response = await fetch(new URL(segment, url));
    expect(response.headers.get('content-type')).toBe('video/mp2t');
    expect(judge(Buffer.from(await response.arrayBuffer()), 'ts')).toMatchObject({
      complaints: '',
      frames: { h264: 25 },
    });
    const forged = await fetch(new URL(segment.replace(/sig=./, 'sig=0'), url));
    expect(await reasonOf(forged)).toBe('proxy.invalid_url');
    expect(await reasonOf(await fetch(new URL(segment.replace(/^\d+/, '999'), url)))).toBe('streams.off_air');
  });

  test('[LS33] the end of a stream is there for those who are behind', async () => {
    const studio = await makeStudio(server);
    encoder = film(await studio.key(), ['-t', '2']);
    await until('it is on the air', async () => (await studio.streams()).length === 1);
    const { url } = await listOf(studio);
    await until('it has ended', async () => (await studio.streams()).length === 0);
    const ended = await (await fetch(url)).text();
    expect(ended).toContain('#EXT-X-ENDLIST');
    const { hls } = await studio.urls();
    expect(await reasonOf(await fetch(hls))).toBe('streams.off_air');
  });

  test('[LS34] segments are called and typed as pictures where that is set', async () => {
    const studio = await makeStudio(server);
    const { token } = await server.signIn();
    const disguise = (tsDisguisedAsPng: boolean) =>
      server.ok({
        call: 'AdminService.UpdateSettings',
        token,
        request: { settings: { rtmp: { tsDisguisedAsPng } }, updateMask: 'rtmp.tsDisguisedAsPng' },
      });
    await disguise(true);
    encoder = film(await studio.key());
    await until('it is on the air', async () => (await studio.streams()).length === 1);
    const { url, lines } = await listOf(studio);
    await disguise(false);
    const response = await fetch(new URL(lines.find((line) => line.includes('.png?'))!, url));
    expect(response.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(judge(bytes, 'ts').frames).toMatchObject({ h264: 25 });
  });
});

test('[LS10] who loses the right to watch loses the stream in the middle of it', async () => {
  const studio = await makeStudio(server);
  sender = await studio.goOnAir();
  const { flv } = await studio.urls();
  const reader = (await fetch(flv)).body!.getReader();
  await reader.read();
  await studio.ask(studio.owner, 'RoomService.KickMember', { user_id: studio.member.id });
  const drain = async () => {
    while (!(await reader.read()).done);
  };
  await drain().catch(() => undefined);
  expect(await reasonOf(await fetch(flv))).toBe('proxy.no_access');
});

test('[LS10] addresses are signed for one viewer, and tokens serve members', async () => {
  const studio = await makeStudio(server);
  sender = await studio.goOnAir();
  const { flv } = await studio.urls();
  const plain = new URL(flv);
  plain.search = '';
  expect(await reasonOf(await fetch(plain))).toBe('proxy.invalid_url');
  const stranger = await server.signUp('stranger');
  const asked = (token: string) => fetch(plain, { headers: { authorization: `Bearer ${token}` } });
  expect(await reasonOf(await asked(stranger.token))).toBe('proxy.no_access');
  const response = await asked(studio.member.token);
  expect(response.status).toBe(200);
  await response.body?.cancel();
});

test('[LS30] a stream that MPEG-TS cannot carry is said to be so', async () => {
  const studio = await makeStudio(server);
  const { hls } = await studio.urls();
  sender = await studio.goOnAir();
  expect((await fetch(hls)).status).toBe(200);
  sender.end();
  await until('it is over', async () => (await studio.streams()).length === 0);
  sender = publish(await studio.key());
  await sender.answer();
  sender.send('video', Buffer.concat([Buffer.of(0x90), Buffer.from('av01'), Buffer.alloc(4)]));
  sender.send('audio', configs.audio);
  expect(await reasonOf(await fetch(hls))).toBe('streams.no_hls');
});

test('[LS2] nobody makes a key, or the place of a stream, where RTMP is not switched on', async () => {
  const off = await startTestServer();
  try {
    const { token } = await off.signUp('owner');
    const { reason } = await off.rest({ call: 'ProviderCommonService.PrepareRtmp', token });
    expect(reason).toBe('streams.switched_off');
  } finally {
    await off.stop();
  }
});
