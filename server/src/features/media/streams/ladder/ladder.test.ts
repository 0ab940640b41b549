/** The ladder as viewers get it: ffmpeg sends, codes and judges. */
import { type ChildProcess, spawn } from 'node:child_process';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import type { TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FlvReader } from '../../../../drivers/muxing/flv-reader.ts';
import { makeStudio, type PublishKey, type Studio, startRtmpServer } from '../streams.fixture.ts';

let server: TestServer;
const encoders: ChildProcess[] = [];

async function set(values: { readonly ladder?: boolean; readonly maxLadderProcesses?: number }): Promise<void> {
  const { token } = await server.signIn();
  const updateMask = Object.keys(values)
    .map((key) => `rtmp.${key}`)
    .join();
  await server.ok({ call: 'AdminService.UpdateSettings', token, request: { settings: { rtmp: values }, updateMask } });
}

/** Sends few pictures a second, 540 lines high, and a tone. */
function film({ server_url: url, publish_key: key }: PublishKey): ChildProcess {
  const sources = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=560x540:rate=10', '-re', '-f', 'lavfi', '-i', 'sine'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '10', '-c:a', 'aac'];
  const args = ['-v', 'error', ...sources, ...codecs, '-f', 'flv', `${url}/${key}`];
  const encoder = spawn(programPath('ffmpeg'), args, { stdio: 'ignore' });
  encoders.push(encoder);
  return encoder;
}

/** The bytes of an FLV, until it has that many tags of sound and, if any are wanted, of pictures. */
async function read(response: Response, wanted: { readonly audio: number; readonly video?: number }): Promise<Buffer> {
  expect(response.status).toBe(200);
  const parts: Buffer[] = [];
  const missing = { audio: wanted.audio, video: wanted.video ?? 0, data: 0 };
  const reader = new FlvReader(({ kind }) => {
    missing[kind] -= 1;
  });
  for await (const part of response.body!) {
    parts.push(Buffer.from(part));
    reader.push(parts.at(-1)!);
    if (missing.audio <= 0 && missing.video <= 0) break;
  }
  return Buffer.concat(parts);
}
const reasonOf = async (response: Response) => ((await response.json()) as { code: string }).code;

/** The modes of the playback, each with its addresses as FLV and HLS. */
async function modesOf(studio: Studio): Promise<Record<string, { flv: string; hls: string }>> {
  await studio.ask(studio.owner, 'RoomService.StartPlayback', { media_id: studio.mediaId });
  const { json } = await studio.ask(studio.member, 'RoomService.GetPlayback');
  const infos = Object.entries(json.playback.playback_infos as Record<string, { medias: { url: string }[] }>);
  return Object.fromEntries(
    infos.map(([mode, { medias }]) => {
      const [flv = '', hls = ''] = medias.map(({ url }) => server.url + url);
      return [mode, { flv, hls }];
    }),
  );
}

async function onAir(): Promise<Studio> {
  const studio = await makeStudio(server);
  film(await studio.key());
  await until('its rungs are told', async () => (await rungsOf(studio)).length > 0);
  return studio;
}
async function rungsOf(studio: Studio): Promise<readonly string[]> {
  const [stream] = (await studio.streams()) as unknown as { rungs: readonly string[] }[];
  return stream?.rungs ?? [];
}

describe.skipIf(!hasFfmpeg)('the ladder', () => {
  beforeAll(async () => {
    server = await startRtmpServer();
    await set({ ladder: true, maxLadderProcesses: 1 });
  });
  afterEach(() => {
    for (const encoder of encoders.splice(0)) encoder.kill('SIGKILL');
  });
  afterAll(() => server.stop());

  test('[LS80] [LS81] [PV84] a stream has rungs below itself, which decode as FLV and as HLS', async () => {
    const studio = await onAir();
    expect(await rungsOf(studio)).toEqual(['480p', 'sound']);
    const modes = await modesOf(studio);
    expect(Object.keys(modes)).toEqual(['proxied', 'proxied_hls', 'proxied_720p', 'proxied_480p', 'proxied_sound']);
    const { flv, hls } = modes['proxied_480p']!;
    const asFlv = judge(await read(await fetch(flv), { audio: 20, video: 8 }), 'flv');
    expect(asFlv.frames['h264']).toBeGreaterThan(3);
    expect(asFlv.frames['aac']).toBeGreaterThan(10);
    const master = await (await fetch(hls)).text();
    expect(master).toContain('RESOLUTION=498x480');
    const list = new URL(master.split('\n').find((line) => line.includes('index.m3u8'))!, hls);
    const segment = (await (await fetch(list)).text()).split('\n').find((line) => /^\d+\.ts\?/.test(line))!;
    const bytes = Buffer.from(await (await fetch(new URL(segment, list))).arrayBuffer());
    const asHls = judge(bytes, 'ts');
    expect(asHls.complaints).toBe('');
    expect(asHls.frames['h264']).toBeGreaterThan(3);
    expect(asHls.frames['aac']).toBeGreaterThan(10);
    const forged = new URL(flv.replace('/480p/', '/720p/'));
    expect(await reasonOf(await fetch(forged))).toBe('proxy.invalid_url');
  });

  test('[LS80] the sound alone is the sound of the stream', async () => {
    const studio = await onAir();
    const { flv } = (await modesOf(studio))['proxied_sound']!;
    expect(Object.keys(judge(await read(await fetch(flv), { audio: 20 }), 'flv').frames)).toEqual(['aac']);
  });

  test('[LS80] who asks for a rung that is not below the stream reads the stream', async () => {
    const studio = await onAir();
    const { hls } = (await modesOf(studio))['proxied_720p']!;
    expect(await (await fetch(hls)).text()).toContain('RESOLUTION=560x540');
  });

  test('[LS82] who would need a process more than there may be is told so', async () => {
    const [first, second] = [await onAir(), await onAir()];
    const open = async (studio: Studio) => fetch((await modesOf(studio))['proxied_480p']!.flv);
    const reading = await open(first);
    expect(reading.status).toBe(200);
    expect(await reasonOf(await open(second))).toBe('streams.ladder_full');
    await reading.body?.cancel();
  });

  test('[LS80] without the setting there are none', async () => {
    const studio = await onAir();
    const { flv } = (await modesOf(studio))['proxied_480p']!;
    await set({ ladder: false });
    await until('the room is told', async () => (await rungsOf(studio)).length === 0);
    expect(Object.keys(await modesOf(studio))).toEqual(['proxied', 'proxied_hls']);
    const response = await fetch(flv);
    expect(response.status).toBe(200);
    await response.body?.cancel();
    await set({ ladder: true });
  });
});
