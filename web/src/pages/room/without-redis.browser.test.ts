import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { type RedisProcess, startRedis } from '@matinee/testkit/process.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasProgram('redis-server'))('a room whose server has lost its Redis', () => {
  let redis: RedisProcess;
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;

  beforeAll(async () => {
    redis = await startRedis();
    server = await startTestServer({ webRoot, config: { 'redis.url': redis.url } });
    browser = await startBrowser();
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await redis?.stop();
  });

  test('[WRM3] who is there goes on and sees nothing of it; who comes is told, and gets in when it is back', async () => {
    const [here, coming] = [await browser.context.newPage(), await browser.context.newPage()];
    await signInBrowser(here, anna);
    await signInBrowser(coming, anna);
    await here.goto(`${server.url}/r/${room}`);
    const input = here.getByRole('textbox', { name: 'Message' });
    await input.waitFor();
    // The field shows before the connection is open. To open the connection, the server needs Redis once.
    await until('she is connected', async () => {
      const { online_count } = await server.ok({ call: 'RoomService.GetRoomMembers', token: anna.token, room });
      return online_count === 1;
    });
    await redis.stop();
    await coming.goto(`${server.url}/r/${room}`);
    const notice = 'The server cannot let anyone into the room right now.';
    await coming.getByRole('status').filter({ hasText: notice }).waitFor();
    await input.fill('still here');
    await input.press('Enter');
    await here.getByText('still here', { exact: true }).waitFor();
    expect(
      await here
        .getByRole('status')
        .filter({ hasText: /Connection lost|cannot let/ })
        .count(),
    ).toBe(0);
    await redis.startAgain();
    await coming.getByText('still here', { exact: true }).waitFor();
    expect(await coming.getByText(notice).count()).toBe(0);
  });
});
