/** A live stream that is recorded: ffmpeg publishes it. */
import { spawn } from 'node:child_process';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import type { TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeStudio, startRtmpServer } from '../streams/streams.fixture.ts';

const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10', '-t', '4'];
const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '10', '-f', 'flv'];

describe.skipIf(!hasFfmpeg)('a recording of this server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startRtmpServer({ config: { 'media_probe.enabled': true } });
  });
  afterAll(() => server?.stop());

  test('[AW4] gets a frame of it', async () => {
    const studio = await makeStudio(server);
    const live = { media_id: studio.mediaId };
    await studio.ask(studio.owner, 'RoomService.StartRoomRecording', live);
    const { server_url: url, publish_key: key } = await studio.key();
    const encoder = spawn(programPath('ffmpeg'), ['-v', 'error', ...picture, ...codecs, `${url}/${key}`], {
      stdio: 'ignore',
    });
    await until('it was sent', () => encoder.exitCode !== null);
    await studio.ask(studio.owner, 'RoomService.StopRoomRecording', live);
    const recorded = async () => {
      const { json } = await studio.ask(studio.owner, 'RoomService.ListPlaylistItems');
      return json.media.find(({ id }: { id: string }) => id !== studio.mediaId);
    };
    await until('it has a picture', async () => (await recorded())?.artwork !== undefined);
    const { artwork, id } = await recorded();
    expect(artwork).toMatchObject({ width: 320, height: 180 });
    // The recording and its picture.
    expect(await server.sql('select kind from files where media_id = $1 order by kind', [id])).toEqual([
      { kind: 'media_artwork' },
      { kind: 'recording' },
    ]);
    const stream = await studio.ask(studio.owner, 'RoomService.GetMedia', live);
    expect(stream.json.media.artwork).toBeUndefined();
  });
});
