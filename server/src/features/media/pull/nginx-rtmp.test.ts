/** nginx with its module for RTMP: it pushes streams to this server, and this server pulls streams from it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { hasNginxRtmp, type NginxRtmp, startNginxRtmp } from '@matinee/testkit/outside/nginx.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import type { TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeStudio, startRtmpServer } from '../streams/streams.fixture.ts';
import { makePullRoom } from './pull.fixture.ts';

describe.skipIf(!hasNginxRtmp || !hasFfmpeg)('nginx-rtmp', () => {
  let server: TestServer;
  let nginx: NginxRtmp | undefined;
  let encoder: ChildProcess | undefined;
  beforeAll(async () => {
    server = await startRtmpServer({ config: { 'outbound.allowed_networks': ['127.0.0.1'] } });
  });
  afterEach(async () => {
    encoder?.kill('SIGKILL');
    await nginx?.stop();
  });
  afterAll(() => server?.stop());

  /** Sends a picture and a tone to nginx, in real time. */
  function sendTo(address: string): void {
    const sources = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25', '-re', '-f', 'lavfi', '-i', 'sine'];
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', '-c:a', 'aac'];
    const args = ['-v', 'error', ...sources, ...codecs, '-f', 'flv', address];
    encoder = spawn(programPath('ffmpeg'), args, { stdio: 'ignore' });
  }
  /** What comes at an address of HTTP-FLV within some seconds. */
  async function watch(flv: string): Promise<Buffer> {
    const response = await until('it can be watched', async () => {
      const answer = await fetch(flv);
      if (answer.status === 200) return answer;
      await answer.body?.cancel();
      return undefined;
    });
    const parts: Buffer[] = [];
    for await (const part of response.body!) {
      parts.push(Buffer.from(part));
      if (parts.reduce((sum, { length }) => sum + length, 0) >= 60_000) break;
    }
    return Buffer.concat(parts);
  }
  function expectWhole(film: Buffer): void {
    const { complaints, frames } = judge(film, 'flv');
    expect(complaints).toBe('');
    expect(frames['h264']).toBeGreaterThan(10);
    expect(frames['aac']).toBeGreaterThan(10);
  }

  test('[PUL1] what somebody sends to it is pulled', async () => {
    nginx = await startNginxRtmp('application live { live on; }');
    const address = `rtmp://127.0.0.1:${nginx.rtmpPort}/live/show`;
    sendTo(address);
    const { add, urls } = await makePullRoom(server);
    const { flv } = await urls(await add(address));
    expectWhole(await watch(flv));
  });

  test('[LS3] what it pushes to a room is on the air there', async () => {
    const studio = await makeStudio(server);
    const { server_url: url, publish_key: key } = await studio.key();
    nginx = await startNginxRtmp(`application live { live on; push ${url}/${key}; }`);
    sendTo(`rtmp://127.0.0.1:${nginx.rtmpPort}/live/show`);
    const { flv } = await studio.urls();
    expectWhole(await watch(flv));
    expect((await studio.streams())[0]?.publisher_name).toBe(studio.owner.username);
  });
});
