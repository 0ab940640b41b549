/** The real process, killed while it records. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge } from '@matinee/testkit/films/judged-by-ffmpeg.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { removeDataDir, type ServerProcess, startProcess } from '@matinee/testkit/process.ts';
import { makeUsedDataDir } from '@matinee/testkit/processes/used-data-dir.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { testPassword } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../../../tools/built.mjs';

const long = 120_000;
let dataDir: string;
let server: ServerProcess;
let encoder: ChildProcess | undefined;

describe.skipIf(!hasFfmpeg)('the process is killed', () => {
  const begin = () => startProcess(dataDir, ['--set', 'rtmp.address=127.0.0.1:0']);
  beforeAll(async () => {
    ensureBuilt();
    dataDir = await makeUsedDataDir();
    server = await begin();
  }, long);
  afterAll(async () => {
    encoder?.kill('SIGKILL');
    server?.child.kill('SIGKILL');
    await server?.ended;
    await removeDataDir(dataDir);
  }, long);

  test(
    '[REC8] what was recorded becomes an item at the next start, once, and files without a recording are deleted',
    async () => {
      const ask = async (call: string, request: object, token?: string, room?: string) => {
        const answer = await callRest(server.url, { call, request: request as never, token, room });
        if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.reason}`);
        return answer.json;
      };
      const login = { username: 'root', password: testPassword };
      const { accessToken: token } = await ask('AuthService.LoginWithDirectPassword', login);
      const { room } = await ask('UserService.CreateRoom', { name: 'Room' }, token);
      const inRoom = (call: string, request: object = {}) => ask(`RoomService.${call}`, request, token, room.id);
      const { media } = await inRoom('AddMedia', { source: { rtmp: {} } });
      const place = { media_id: media.id };
      await inRoom('StartRoomRecording', place);
      const { server_url: url, publish_key: key } = await inRoom('CreateRoomPublishKey', place);
      const sources = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25', '-re', '-f', 'lavfi', '-i', 'sine'];
      const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', '-c:a', 'aac'];
      const args = ['-v', 'error', ...sources, ...codecs, '-f', 'flv', `${url}/${key}`];
      encoder = spawn(programPath('ffmpeg'), args, { stdio: 'ignore' });
      const startedAt = await until(
        'it is recorded',
        async () => (await inRoom('GetRoomStreamInfo', place)).recording?.started_at,
        20_000,
      );
      await until('some seconds are recorded', () => Date.now() - Date.parse(startedAt) > 5_000);
      server.child.kill('SIGKILL');
      await server.ended;
      const folder = join(dataDir, 'recordings');
      expect(readdirSync(folder)).toHaveLength(1);
      const left = `rec_${'0'.repeat(26)}.1.mp4`;
      writeFileSync(join(folder, left), 'of a room that is gone');

      server = await begin();
      const recorded = async () =>
        (await inRoom('ListPlaylistItems')).media.filter(({ source }: { source: object }) => 'recording' in source);
      const items = await until(
        'it is an item',
        async () => {
          const found = await recorded();
          return found.length > 0 && readdirSync(folder).length === 0 ? found : undefined;
        },
        60_000,
      );
      expect(items).toHaveLength(1);
      expect(items[0].duration_seconds).toBeGreaterThan(3);
      await inRoom('StartPlayback', { media_id: items[0].id });
      const { playback } = await inRoom('GetPlayback');
      const answer = await fetch(server.url + playback.playback_infos.proxied.medias[0].url);
      const { complaints, frames } = judge(Buffer.from(await answer.arrayBuffer()), 'mp4');
      expect(complaints).toBe('');
      expect(frames['h264']).toBeGreaterThan(75);
    },
    long,
  );
});
