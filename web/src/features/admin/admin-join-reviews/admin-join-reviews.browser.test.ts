import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('requests to join, in all rooms', () => {
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const ask = (user: TestUser, room: string, note: string) =>
    server.ok({ call: 'UserService.JoinRoom', token: user.token, request: { room_id: room, note } });

  test('[WJR1] people of two rooms are let in together, one is turned down with a reason', async () => {
    const [host, ...users] = await Promise.all(['host', 'anna', 'bert', 'carla'].map((name) => server.signUp(name)));
    const [anna, bert, carla] = users as [TestUser, TestUser, TestUser];
    const settings = { require_approval: true };
    const [one, two] = [
      await makeRoom(server, host!, { name: 'Cellar', settings }),
      await makeRoom(server, host!, { name: 'Attic', settings }),
    ];
    await ask(anna, one, 'It is me, from the club');
    await ask(bert, two, '');
    await ask(carla, two, '');
    const page = await browser.context.newPage();
    await signInBrowser(page, await server.signIn());
    await page.goto(`${server.url}/admin/join-reviews`);
    await page.getByRole('link', { name: 'Requests to join 3 are waiting' }).waitFor();
    await page.getByText('It is me, from the club').waitFor();
    await page.getByLabel(`Choose ${anna.username}, Cellar`).check();
    await page.getByLabel(`Choose ${bert.username}, Attic`).check();
    await expectAccessible(page);
    if (process.env.TEST_PICTURES) await page.screenshot({ path: `${process.env.TEST_PICTURES}/join-reviews.png` });
    await page.getByRole('button', { name: 'Let in' }).click();
    await page.getByText('2 people are members now.').waitFor();
    const roleOf = async (user: TestUser, room: string) =>
      (await server.rest({ call: 'UserService.GetRoom', token: user.token, room })).json.role;
    expect([await roleOf(anna, one), await roleOf(bert, two), await roleOf(carla, two)]).toEqual([
      'member',
      'member',
      undefined,
    ]);
    await page.getByLabel(`Choose ${carla.username}, Attic`).check();
    await page.getByRole('button', { name: 'Turn down' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('nobody knows her');
    await page.getByRole('dialog').getByRole('button', { name: 'Turn down' }).click();
    await page.getByText('Nobody is waiting').waitFor();
    await page.getByLabel('Show').selectOption('rejected');
    await page.getByText('nobody knows her').waitFor();
  });
});
