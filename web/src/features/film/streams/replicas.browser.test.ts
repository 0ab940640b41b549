/**
 * Two server processes behind a balancer, as for a person in front of a page: the one that takes a stream is killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { playerFacts } from '@matinee/testkit/films/watching.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { hasProgram, programPath } from '@matinee/testkit/outside/programs.ts';
import {
  databaseUrlOf,
  makeDataDir,
  type RedisProcess,
  removeDataDir,
  type ServerProcess,
  startProcess,
  startRedis,
} from '@matinee/testkit/process.ts';
import { makeUsedDataDir } from '@matinee/testkit/processes/used-data-dir.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { type TestUser, testPassword } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../../../tools/built.mjs';

const long = 180_000;

/** Passes connections on to the first port; once `turn` was called, to the other one. */
interface Balancer {
  readonly port: number;
  turn(): void;
  stop(): Promise<unknown>;
}

async function balance(...ports: readonly [number, number]): Promise<Balancer> {
  let [target]: number[] = [...ports];
  const open = new Set<Socket>();
  const server: Server = createServer((client) => {
    const upstream = connect(target!, '127.0.0.1');
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as { port: number }).port,
    turn: () => {
      target = ports[1];
    },
    stop: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.skipIf(!hasChromium || !hasFfmpeg || !hasProgram('redis-server'))('two processes', () => {
  const folders: string[] = [];
  let redis: RedisProcess;
  let stays: ServerProcess;
  let dies: ServerProcess;
  let front: Balancer;
  let rtmp: Balancer;
  let browser: TestBrowser;
  let user: TestUser;
  let encoder: ChildProcess | undefined;

  async function ok(call: string, request: object, room?: string, server = stays) {
    const given = { ...(room ? { room } : {}), ...(user ? { token: user.token } : {}) };
    const answer = await callRest(server.url, { call, request: request as never, ...given });
    if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.reason} ${answer.message}`);
    return answer.json;
  }
  async function open(port: number, room: string): Promise<Page> {
    const page = await browser.context.newPage();
    await signInBrowser(page, user);
    await page.goto(`http://127.0.0.1:${port}/r/${room}`);
    return page;
  }
  function send(address: string): ChildProcess {
    const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10', '-re', '-f', 'lavfi', '-i', 'sine'];
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'];
    const args = ['-v', 'error', ...picture, ...codecs, '-g', '10', '-c:a', 'aac', '-f', 'flv', address];
    return spawn(programPath('ffmpeg'), args, { stdio: 'ignore' });
  }
  const isPlaying = (page: Page) =>
    page.evaluate(() => {
      const video = document.querySelector('video');
      return video !== null && video.readyState >= 3 && !video.paused && video.currentTime > 1;
    });
  const untilPlays = (what: string, page: Page) =>
    until(what, () => isPlaying(page)).catch(async (error: Error) => {
      const sent = JSON.stringify({ encoder: [encoder?.exitCode, encoder?.signalCode] });
      throw new Error(`${error.message}, but ${await playerFacts(page)} ${sent}`);
    });

  beforeAll(async () => {
    ensureBuilt();
    redis = await startRedis();
    folders.push(await makeUsedDataDir(), await makeDataDir());
    const more = ['--set', `redis.url=${redis.url}`, '--set', 'rtmp.address=127.0.0.1:0'];
    const flags = [...more, '--web-root', webRoot];
    stays = await startProcess(folders[0]!, flags);
    const url = await databaseUrlOf(folders[0]!);
    cpSync(join(folders[0]!, 'secrets'), join(folders[1]!, 'secrets'), { recursive: true });
    dies = await startProcess(folders[1]!, [...flags, '--set', `database.url=${url}`]);
    const session = await ok('AuthService.LoginWithDirectPassword', { username: 'root', password: testPassword });
    user = { ...session.user, token: session.accessToken, refreshToken: session.refreshToken };
    front = await balance(dies.port, stays.port);
    browser = await startBrowser();
  }, long);
  afterAll(async () => {
    encoder?.kill('SIGKILL');
    await browser?.close();
    await Promise.all([front?.stop(), rtmp?.stop()]);
    dies?.child.kill('SIGKILL');
    stays?.child.kill('SIGTERM');
    await Promise.all([stays?.ended, dies?.ended]);
    await redis?.stop();
    for (const folder of folders) await removeDataDir(folder);
  }, long);

  test(
    '[WLS7] both pages see the stream, its interruption, and its return, without a press',
    async () => {
      const { room } = await ok('UserService.CreateRoom', { name: 'Room' });
      const { media } = await ok('RoomService.AddMedia', { source: { rtmp: {} }, name: 'The match' }, room.id);
      await ok('RoomService.StartPlayback', { media_id: media.id }, room.id);
      const key = await ok('RoomService.CreateRoomPublishKey', { media_id: media.id }, room.id, dies);
      const there = (await ok('RoomService.GetRoomStreamInfo', { media_id: media.id }, room.id)).server_url;
      rtmp = await balance(Number(new URL(key.server_url).port), Number(new URL(there).port));
      const address = `rtmp://127.0.0.1:${rtmp.port}/live/${room.id}/${key.publish_key}`;
      const pages = [await open(front.port, room.id), await open(stays.port, room.id)];
      for (const page of pages) await page.getByRole('heading', { name: 'Nothing is on the air' }).waitFor();

      encoder = send(address);
      for (const page of pages) await untilPlays('it plays', page);

      encoder.kill('SIGSTOP');
      dies.child.kill('SIGKILL');
      await dies.ended;
      front.turn();
      rtmp.turn();
      for (const page of pages) {
        await page.getByRole('heading', { name: 'The stream is interrupted' }).waitFor();
        await page
          .getByText(/^0:\d\d$/)
          .first()
          .waitFor();
      }
      await expectAccessible(pages[1]!);

      encoder.kill('SIGKILL');
      encoder = send(address);
      for (const page of pages) await untilPlays('it plays again', page);
      for (const page of pages) expect(await page.getByRole('heading', { name: 'interrupted' }).count()).toBe(0);
    },
    long,
  );
});
