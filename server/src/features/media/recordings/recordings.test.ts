/** Streams that are recorded: ffmpeg publishes, and ffprobe reads what becomes an item. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@bufbuild/protobuf';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { freePort } from '@matinee/testkit/outside/nginx.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import type { TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeStudio, type PublishKey, type Studio, startRtmpServer } from '../streams/streams.fixture.ts';

let server: TestServer;
let metricsPort: number;
let encoders: ChildProcess[] = [];
beforeAll(async () => {
  metricsPort = await freePort();
  server = await startRtmpServer({ config: { 'management.metrics_address': `127.0.0.1:${metricsPort}` } });
});
afterEach(() => {
  for (const encoder of encoders) encoder.kill('SIGKILL');
  encoders = [];
});
afterAll(() => server.stop());

/** Sends a picture and a tone for some seconds, in real time. */
function film({ server_url: url, publish_key: key }: PublishKey, seconds: number, size = '160x90'): ChildProcess {
  const sources = ['-re', '-f', 'lavfi', '-i', `testsrc=size=${size}:rate=25`, '-re', '-f', 'lavfi', '-i', 'sine'];
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-bf',
    '2',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '25',
    '-c:a',
    'aac',
  ];
  const args = ['-v', 'error', ...sources, '-t', `${seconds}`, ...codecs, '-f', 'flv', `${url}/${key}`];
  const encoder = spawn(programPath('ffmpeg'), args, { stdio: 'ignore' });
  encoders.push(encoder);
  return encoder;
}

const place = (studio: Studio) => ({ media_id: studio.mediaId });
const start = async (studio: Studio) => {
  const { status, message } = await studio.ask(studio.owner, 'RoomService.StartRoomRecording', place(studio));
  if (status !== 200) throw new Error(message);
};
const stateOf = async (studio: Studio) =>
  (await studio.ask(studio.member, 'RoomService.GetRoomStreamInfo', place(studio))).json.recording;
const isRecording = (studio: Studio) =>
  until('it is recorded', async () => (await stateOf(studio))?.state === 'recording');
interface Item {
  readonly id: string;
  readonly name: string;
  readonly duration_seconds: number;
}
const recordings = async (studio: Studio): Promise<Item[]> => {
  const { json } = await studio.ask(studio.member, 'RoomService.ListPlaylistItems', {});
  return json.media.filter(({ source }: { source: { recording?: object } }) => source.recording);
};
const saved = (studio: Studio, count = 1) =>
  until(
    'the recording is an item',
    async () => {
      const items = await recordings(studio);
      return items.length === count && (await stateOf(studio)) === undefined ? items : undefined;
    },
    40_000,
  );
async function urlOf(studio: Studio, mediaId: string): Promise<string> {
  await studio.ask(studio.owner, 'RoomService.StartPlayback', { media_id: mediaId });
  const { json } = await studio.ask(studio.member, 'RoomService.GetPlayback');
  return server.url + json.playback.playback_infos.proxied.medias[0].url;
}
const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const filesLeft = () => {
  const folder = join(server.dataDir, 'recordings');
  return existsSync(folder) ? readdirSync(folder) : [];
};
function probe(bytes: Buffer) {
  const path = join(server.dataDir, 'probed.mp4');
  writeFileSync(path, bytes);
  const asked = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path];
  const told = JSON.parse(execFileSync(join(dirname(programPath('ffmpeg')), 'ffprobe'), asked).toString());
  return {
    seconds: Number(told.format.duration),
    codecs: told.streams.map(({ codec_name: name }: { codec_name: string }) => name),
  };
}

describe.skipIf(!hasFfmpeg)('ffmpeg sends', () => {
  test('[REC1] [REC2] [REC5] [REC6] [REC7] [REC10] [REC11] [FI60] [FI61] a whole stream becomes one item, which is read in ranges', async () => {
    const studio = await makeStudio(server);
    await start(studio);
    expect((await stateOf(studio))?.state).toBe('waiting');
    const encoder = film(await studio.key(), 6);
    await isRecording(studio);
    expect((await studio.ask(studio.member, 'RoomService.ListRoomStreams')).json.streams[0].recording.state).toBe(
      'recording',
    );
    const metric = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(await metric()).toMatch(/^matinee_stream_recordings 1$/m);
    await until('ffmpeg is done', () => encoder.exitCode !== null);
    const [item] = (await saved(studio)) as [Item];
    expect(await metric()).toMatch(/^matinee_stream_recording_bytes_total [1-9]/m);
    expect(item.name).toMatch(/^Live stream, \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    const url = await urlOf(studio, item.id);
    const bytes = await bytesOf(url);
    const { seconds, codecs } = probe(bytes);
    expect(codecs).toEqual(['h264', 'aac']);
    expect(seconds).toBeGreaterThan(4.9);
    expect(seconds).toBeLessThan(6.2);
    expect(item.duration_seconds).toBeCloseTo(seconds, 1);
    const { complaints, frames } = judge(bytes, 'mp4');
    expect(complaints).toBe('');
    expect(frames['h264']).toBeGreaterThan(124);
    const fileOf = (user: typeof studio.owner) =>
      studio.ask(user, 'RoomService.GetRoomRecordingFile', { media_id: item.id });
    const file = await fetch(server.url + (await fileOf(studio.owner)).json.url);
    expect(file.headers.get('content-disposition')).toContain(encodeURIComponent(`${item.name}.mp4`));
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await fileOf(studio.member)).status).toBe(403);
    const range = await fetch(url, { headers: { range: 'bytes=100-199' } });
    expect(range.status).toBe(206);
    expect(Buffer.from(await range.arrayBuffer())).toEqual(bytes.subarray(100, 200));
    expect((await fetch(url.replace(/sig=[^&]*/, 'sig=x'))).status).toBeGreaterThanOrEqual(400);
    expect(filesLeft()).toEqual([]);
    const owned = await server.sql(`SELECT owner_id, size_bytes FROM files WHERE media_id = '${item.id}'`);
    expect(owned).toEqual([{ owner_id: studio.owner.id, size_bytes: String(bytes.length) }]);
    await studio.ask(studio.owner, 'RoomService.DeleteMedia', { media_id: item.id });
    expect(await server.sql(`SELECT 1 FROM files WHERE media_id = '${item.id}'`)).toEqual([]);
  });

  test('[REC3] [REC4] [REC6] an encoder that comes back goes on in the same file, and another size begins another', async () => {
    const studio = await makeStudio(server);
    const key = await studio.key();
    const first = film(key, 60);
    await until('it is on the air', async () => (await studio.streams()).length === 1);
    await start(studio);
    await isRecording(studio);
    await until('some of it is on the disk', () => filesLeft().length === 1);
    first.kill('SIGKILL');
    await until(
      'it is interrupted',
      async () => (await studio.ask(studio.member, 'RoomService.ListRoomStreams')).json.streams[0]?.interrupted_at,
    );
    const generation = (await studio.streams())[0]!.generation_id;
    const second = film(key, 3);
    await until('it is back', async () => (await studio.streams())[0]?.generation_id !== generation);
    await until('ffmpeg is done', () => second.exitCode !== null);
    const [item] = (await saved(studio)) as [Item];
    const url = await urlOf(studio, item.id);
    const bytes = await bytesOf(url);
    expect(probe(bytes).seconds).toBeGreaterThan(3);
    expect(judge(bytes, 'mp4').complaints).toBe('');
    await server.sql(`DELETE FROM files WHERE media_id = '${item.id}'`);
    const gone = (await (await fetch(url)).json()) as { code: string };
    expect(gone.code).toBe('recordings.bytes_gone');
    await start(studio);
    const third = film(key, 60);
    await isRecording(studio);
    await until('some of the third is on the disk', () => filesLeft().length === 1);
    third.kill('SIGKILL');
    await until(
      'it is interrupted again',
      async () => (await studio.ask(studio.member, 'RoomService.ListRoomStreams')).json.streams[0]?.interrupted_at,
    );
    const fourth = film(key, 4, '320x180');
    await until('ffmpeg is done again', () => fourth.exitCode !== null);
    const items = await saved(studio, 3);
    expect(items.map(({ name }) => / \(2\)$/.test(name))).toEqual([false, false, true]);
  }, 120_000);

  test('[REC9] [REC2] [FI60] a room whose files have all their bytes ends the recording, as its greatest size does, and the stream goes on', async () => {
    const studio = await makeStudio(server);
    const { token } = await server.signIn();
    const change = (settings: JsonObject, updateMask: string) =>
      server.ok({ call: 'AdminService.UpdateSettings', token, request: { settings, updateMask } });
    const fault = () =>
      until(
        'it ends',
        async () => {
          const state = await stateOf(studio);
          return state?.state === 'ended' ? state.fault : undefined;
        },
        40_000,
      );
    await change({ files: { maxMegabytesPerRoom: 1 } }, 'files.maxMegabytesPerRoom');
    await start(studio);
    film(await studio.key(), 120, '1280x720');
    expect(await fault()).toBe('room_full');
    expect(await recordings(studio)).toHaveLength(1);
    const [stream] = (await studio.ask(studio.member, 'RoomService.ListRoomStreams')).json.streams;
    expect(stream).toMatchObject({ recording: { state: 'ended', fault: 'room_full' } });
    expect(stream.interrupted_at).toBeUndefined();
    await change({ files: { maxMegabytesPerRoom: 0 } }, 'files.maxMegabytesPerRoom');
    await change({ rtmp: { maxRecordingMegabytes: 1 } }, 'rtmp.maxRecordingMegabytes');
    await start(studio);
    expect(await fault()).toBe('too_long');
    expect(await recordings(studio)).toHaveLength(2);
    expect((await studio.streams())[0]).toMatchObject({ generation_id: stream.generation_id });
  }, 120_000);
});
