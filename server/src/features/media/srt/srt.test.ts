/** Streams by SRT as encoders send them and viewers get them: ffmpeg and GStreamer call, ffmpeg judges. */
import type { ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { freePort } from '@matinee/testkit/outside/nginx.ts';
import type { TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeSrtStudio, type SrtStudio, startSrtServer, waitingProcesses } from './srt.fixture.ts';
import { callBySrt, callBySrtWithGst, hasGstSrt, hasSrt } from './srt-callers.fixture.ts';

describe.skipIf(!hasSrt)('an encoder sends by SRT', () => {
  let server: TestServer;
  let metricsPort: number;
  const encoders: ChildProcess[] = [];
  const studios: SrtStudio[] = [];
  const makeStudio = async () => {
    const studio = await makeSrtStudio(server);
    studios.push(studio);
    return studio;
  };
  const call = (url: string, codecs?: readonly string[]) => {
    const encoder = callBySrt(url, codecs);
    encoders.push(encoder);
    return encoder;
  };
  const kill = async (encoder: ChildProcess) => {
    encoder.kill('SIGKILL');
    await until('the encoder is gone', () => encoder.exitCode !== null || encoder.signalCode !== null);
  };
  const isOnAir = (studio: SrtStudio) => until('it is on the air', async () => (await first(studio)) !== undefined);
  const first = async (studio: SrtStudio) =>
    (await studio.streams())[0] as { generation_id: string; interrupted_at?: string } | undefined;
  const portOf = (url: string) => Number(new URL(url).port);
  const isFree = (port: number) =>
    new Promise<boolean>((resolve) => {
      const socket = createSocket('udp4');
      socket.once('error', () => resolve(false));
      socket.bind({ address: '127.0.0.1', port, exclusive: true }, () => socket.close(() => resolve(true)));
    });
  const isTaken = (port: number) => until('the port is bound', async () => !(await isFree(port)));
  const listeners = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/^matinee_srt_listeners (\d+)$/m.exec(metrics)![1]);
  };

  beforeAll(async () => {
    metricsPort = await freePort();
    server = await startSrtServer('9710-9729', {
      config: { 'management.metrics_address': `127.0.0.1:${metricsPort}` },
    });
  });
  afterEach(async () => {
    for (const encoder of encoders.splice(0)) encoder.kill('SIGKILL');
    for (const { ask, owner, mediaId } of studios.splice(0))
      await ask(owner, 'RoomService.KickRoomStream', { media_id: mediaId });
    await until('nobody is waited for', () => waitingProcesses().length === 0);
  });
  afterAll(() => server?.stop());

  test('[SRT1] [SRT6] [SRT8] [SRT10] what comes is watched as FLV and HLS, until it is taken off the air', async () => {
    const studio = await makeStudio();
    const before = await listeners();
    const url = await studio.address();
    expect(url).toMatch(/^srt:\/\/127\.0\.0\.1:97[12]\d\?mode=caller&passphrase=[\w-]{43}&pbkeylen=16$/);
    expect(await listeners()).toBe(before + 1);
    expect((await studio.info()).has_srt).toBe(true);
    call(url);
    await isOnAir(studio);
    const { flv, hls } = await studio.urls();
    const film = judge(await read(await fetch(flv), 60_000), 'flv');
    expect(film.frames['h264']).toBeGreaterThan(10);
    expect(film.frames['aac']).toBeGreaterThan(10);
    const segment = await until('there is a segment', () => segmentOf(hls));
    expect(judge(segment, 'ts').complaints).toBe('');
    await until('it is measured', async () => (await studio.info()).facts?.video_codec === 'h264');
    expect((await studio.info()).facts).toMatchObject({ audio_codec: 'aac', width: 160, height: 90 });
    const pids = waitingProcesses().map(({ pid }) => pid);
    expect(pids).toHaveLength(1);
    expect(getPriority(pids[0]!)).toBeGreaterThanOrEqual(constants.priority.PRIORITY_BELOW_NORMAL);
    await studio.ask(studio.owner, 'RoomService.KickRoomStream', { media_id: studio.mediaId });
    await until('its process is gone', () => waitingProcesses().length === 0);
    await until('its port is free', () => isFree(portOf(url)));
    await until('its address is gone', async () => (await listeners()) === before);
    expect(await studio.streams()).toEqual([]);
  });

  test.skipIf(!hasGstSrt)('[SRT1] what GStreamer sends is on the air', async () => {
    const studio = await makeStudio();
    encoders.push(callBySrtWithGst(await studio.address()));
    await isOnAir(studio);
    await until('it is measured', async () => {
      const { facts } = await studio.info();
      return facts?.video_codec === 'h264' && facts.audio_codec === 'aac';
    });
  });

  test('[SRT2] a wrong passphrase reaches nothing, and the right one is in no list of arguments and no answer', async () => {
    const studio = await makeStudio();
    const url = await studio.address();
    await isTaken(portOf(url));
    const key = new URL(url).searchParams.get('passphrase')!;
    const refused = once(call(url.replace(key, 'x'.repeat(43))), 'exit');
    expect((await refused)[0]).not.toBe(0);
    const plain = once(call(url.replace(/passphrase.*$/, '')), 'exit');
    expect((await plain)[0]).not.toBe(0);
    expect(await studio.streams()).toEqual([]);
    const { pid, args } = waitingProcesses()[0]!;
    expect(args).not.toContain(key);
    expect(args).not.toContain('passphrase');
    expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).not.toContain(key);
    const place = { media_id: studio.mediaId };
    const others = await studio.ask(studio.member, 'RoomService.GetRoomStreamInfo', place);
    expect(others.json.has_srt).toBe(false);
    for (const said of [others.json, await studio.info(), await studio.streams()])
      expect(JSON.stringify(said)).not.toContain(key);
    const denied = await studio.ask(studio.member, 'RoomService.CreateRoomSrtAddress', place);
    expect(denied.reason).toBe('streams.not_allowed');
    call(url);
    await isOnAir(studio);
  });

  test('[SRT2] [SRT6] another address of the item ends the waiting at the first, and so does the end of the item', async () => {
    const studio = await makeStudio();
    const port = portOf(await studio.address());
    await isTaken(port);
    await studio.address();
    expect(waitingProcesses()).toHaveLength(1);
    await studio.ask(studio.owner, 'RoomService.DeleteMedia', { media_id: studio.mediaId });
    await until('nobody is waited for', () => waitingProcesses().length === 0);
  });

  test('[SRT5] a caller who dies interrupts the stream, and goes on with it at the same address', async () => {
    const studio = await makeStudio();
    const url = await studio.address();
    const encoder = call(url);
    await isOnAir(studio);
    const before = await first(studio);
    await kill(encoder);
    await until('it is interrupted', async () => (await first(studio))?.interrupted_at !== undefined);
    await isTaken(portOf(url));
    call(url);
    await until('it goes on', async () => (await first(studio))?.interrupted_at === undefined);
    expect((await first(studio))!.generation_id).not.toBe(before!.generation_id);
  });

  test('[SRT5] a key for a single use serves one caller', async () => {
    const studio = await makeStudio();
    const url = await studio.address({ single_use: true });
    const encoder = call(url);
    await isOnAir(studio);
    await kill(encoder);
    await until('nobody is waited for', () => isFree(portOf(url)));
    await until('its process is gone', () => waitingProcesses().length === 0);
  });

  test('[SRT7] who sends is told that its codecs cannot be taken, and the address waits on', async () => {
    const studio = await makeStudio();
    const url = await studio.address();
    const encoder = call(url, ['-r', '25', '-c:v', 'mpeg2video', '-c:a', 'mp2']);
    await until('it is told', async () => (await studio.info()).srt_fault === 'unreadable', 15_000);
    await kill(encoder);
    expect(await studio.streams()).toEqual([]);
    await isTaken(portOf(url));
    call(url);
    await isOnAir(studio);
    expect((await studio.info()).srt_fault).toBeUndefined();
  });
});

describe('where SRT is not to be had', () => {
  let server: TestServer | undefined;
  afterEach(() => server?.stop());
  const refusalOf = async (studio: SrtStudio) => {
    const { status, reason } = await studio.askAddress();
    return [status, reason];
  };

  test('[SRT3] it is off until the operator switches it on, and off again', async () => {
    server = await startSrtServer('9730-9739', { settings: { 'srt.enabled': false } });
    const enable = async (enabled: boolean) => {
      const { token } = await server!.signIn();
      const request = { settings: { srt: { enabled } }, updateMask: 'srt.enabled' };
      await server!.ok({ call: 'AdminService.UpdateSettings', token, request });
    };
    const user = await server.signUp('somebody');
    const prepare = () => server!.rest({ call: 'ProviderCommonService.PrepareRtmp', token: user.token });
    expect((await prepare()).reason).toBe('streams.switched_off');
    const studio = await makeSrtStudio(server);
    expect(await refusalOf(studio)).toEqual([409, 'srt.switched_off']);
    expect((await studio.info()).has_srt).toBe(false);
    await enable(true);
    expect((await prepare()).status).toBe(200);
    if (!hasSrt) return;
    await studio.address();
    expect(waitingProcesses()).toHaveLength(1);
    await enable(false);
    await until('nobody is waited for', () => waitingProcesses().length === 0);
  });

  test('[SRT3] a server without ffmpeg says so, and the key serves on', async () => {
    server = await startSrtServer('9730-9739', {
      config: { 'conversion.ffmpeg_path': '/nowhere/ffmpeg', 'rtmp.address': '127.0.0.1:0' },
    });
    const studio = await makeSrtStudio(server);
    await studio.key();
    const { key } = await studio.info();
    expect(await refusalOf(studio)).toEqual([409, 'srt.no_ffmpeg']);
    expect((await studio.info()).key).toEqual(key);
  });

  test.skipIf(!hasSrt)(
    '[SRT4] [SRT6] ports and addresses are bounded, and free when the server has stopped',
    async () => {
      const holder = createSocket('udp4').bind(0, '127.0.0.1');
      await once(holder, 'listening');
      const { port } = holder.address();
      server = await startSrtServer(`${port}-${port}`, { settings: { 'srt.maxStreams': 1 } });
      const studio = await makeSrtStudio(server);
      expect(await refusalOf(studio)).toEqual([503, 'srt.no_port']);
      await new Promise<void>((resolve) => holder.close(resolve));
      const url = await studio.address();
      expect(portOfUrl(url)).toBe(port);
      expect(await refusalOf(await makeSrtStudio(server))).toEqual([503, 'srt.too_many']);
      // Another address of the same item takes the place of the first.
      expect(portOfUrl(await studio.address())).toBe(port);
      expect(waitingProcesses()).toHaveLength(1);
      await server.stop();
      server = undefined;
      expect(waitingProcesses()).toEqual([]);
    },
  );
});

const portOfUrl = (url: string) => Number(new URL(url).port);

/** The bytes of a body, until there are `bytes` of them or it ends. */
async function read(response: Response, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of response.body!) {
    parts.push(Buffer.from(part));
    if (parts.reduce((sum, { length }) => sum + length, 0) >= bytes) break;
  }
  return Buffer.concat(parts);
}

async function segmentOf(hls: string): Promise<Buffer | undefined> {
  const master = await (await fetch(hls)).text();
  const list = master.split('\n').find((line) => line.startsWith('hls/'));
  if (list === undefined) return undefined;
  const url = new URL(list, hls).href;
  const segment = (await (await fetch(url)).text()).split('\n').find((line) => /^\d+\.ts\?/.test(line));
  if (segment === undefined) return undefined;
  return Buffer.from(await (await fetch(new URL(segment, url))).arrayBuffer());
}
