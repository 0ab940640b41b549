/**
 * OBS Studio itself sends, on a screen that nobody sees. `npm test` does not install it, as it takes minutes: the tests
 * run where `obs` and `xvfb-run` are.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { findCommand } from '@matinee/testkit/outside/programs.ts';
import type { TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeStudio, type PublishKey, startRtmpServer } from './streams.fixture.ts';

const hasObs = findCommand('obs') !== undefined && findCommand('xvfb-run') !== undefined;

/** What OBS reads at its start: a small black scene at 20 frames a second, with its usual key frame interval. */
function settingsOf({ server_url: server, publish_key: key }: PublishKey): Readonly<Record<string, string>> {
  const names = 'Profile=M\nProfileDir=M\nSceneCollection=M\nSceneCollectionFile=M\n';
  const video = '[Video]\nBaseCX=640\nBaseCY=360\nOutputCX=640\nOutputCY=360\nFPSType=0\nFPSCommon=20\n';
  const scene = { id: 'scene', name: 'S', versioned_id: 'scene', settings: { items: [] } };
  const scenes = { current_scene: 'S', current_program_scene: 'S', scene_order: [{ name: 'S' }], sources: [scene] };
  return {
    'global.ini': `[General]\nFirstRun=true\nEnableAutoUpdates=false\n[Basic]\n${names}`,
    'basic/profiles/M/basic.ini': `[General]\nName=M\n[Output]\nMode=Simple\n[SimpleOutput]\nVBitrate=800\n${video}`,
    'basic/profiles/M/service.json': JSON.stringify({ type: 'rtmp_custom', settings: { server, key } }),
    'basic/scenes/M.json': JSON.stringify({ name: 'M', ...scenes }),
  };
}

describe.skipIf(!hasObs || !hasFfmpeg)('OBS Studio', () => {
  const home = mkdtempSync(join(tmpdir(), 'matinee-obs-'));
  let server: TestServer;
  let obs: ChildProcess | undefined;
  beforeAll(async () => {
    server = await startRtmpServer();
  });
  afterAll(async () => {
    if (obs?.pid) process.kill(-obs.pid, 'SIGKILL');
    await server?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  function start(key: PublishKey): void {
    for (const [name, text] of Object.entries(settingsOf(key))) {
      const path = join(home, '.config/obs-studio', name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, text);
    }
    const screen = ['-a', '-s', '-screen 0 1024x768x24'];
    const flags = ['--startstreaming', '--profile', 'M', '--collection', 'M', '--multi'];
    const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, LIBGL_ALWAYS_SOFTWARE: '1' };
    // A group of its own: the screen ends with it.
    obs = spawn('xvfb-run', [...screen, 'obs', ...flags], { env, stdio: 'ignore', detached: true });
  }

  test('[LS3] [LS23] [LS60] what it sends plays, and it is told to send key frames more often', async () => {
    const studio = await makeStudio(server);
    const { flv } = await studio.urls();
    start(await studio.key());
    const told = async () =>
      (await studio.ask(studio.owner, 'RoomService.GetRoomStreamInfo', { media_id: studio.mediaId })).json;
    const { facts } = await until('it is on the air', async () => {
      const info = await told();
      return info.facts?.audio_codec === undefined ? undefined : info;
    });
    expect(facts).toMatchObject({ video_codec: 'h264', audio_codec: 'aac', width: 640, height: 360, frame_rate: 20 });
    expect(facts.encoder).toMatch(/^obs-output module/);
    const parts: Buffer[] = [];
    for await (const part of (await fetch(flv)).body!) {
      parts.push(Buffer.from(part));
      if (parts.reduce((sum, { length }) => sum + length, 0) >= 200_000) break;
    }
    const { complaints, frames } = judge(Buffer.concat(parts), 'flv');
    expect(complaints).toBe('');
    expect(Math.min(frames['h264'] ?? 0, frames['aac'] ?? 0)).toBeGreaterThan(10);
    await until('it is told', async () =>
      ((await told()).stream?.advice ?? []).some(({ fault }: { fault: string }) => fault === 'key_frames_far'),
    );
  });
});
