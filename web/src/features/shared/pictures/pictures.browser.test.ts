import { initialsOf } from '@matinee/contract/hue.ts';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A PNG that is red at the left and blue at the right, in base64. */
const twoColours = (width: number, height: number) => `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} });
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#f00'; pen.fillRect(0, 0, ${width / 2}, ${height});
  pen.fillStyle = '#00f'; pen.fillRect(${width / 2}, 0, ${width / 2}, ${height});
  return canvas.toDataURL('image/png').split(',')[1];
})()`;
/** Size of a picture on the server, and the colours of its corners. */
const lookAt = `async (url) => {
  const picture = await createImageBitmap(await (await fetch(url)).blob());
  const { width, height } = picture;
  const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
  pen.drawImage(picture, 0, 0);
  const colour = (x, y) => { const [r, , b] = pen.getImageData(x, y, 1, 1).data; return r > b ? 'red' : 'blue'; };
  return { width, height, left: colour(2, 2), right: colour(width - 3, 2), bottom: colour(2, height - 3) };
}`;

describe.skipIf(!hasChromium)('pictures', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let page: Page;

  const dialog = (name: string) => page.getByRole('dialog', { name });
  const part = () => page.getByRole('application', { name: 'The part that is shown' });
  const look = (url: string) => page.evaluate<Record<string, unknown>>(`(${lookAt})(${JSON.stringify(url)})`);
  const profile = async (user: TestUser) =>
    (await server.ok({ call: 'UserService.GetProfile', token: user.token })).user as {
      avatar?: { url: string; mime_type: string; variants: { url: string }[] };
    };
  const png = async (width = 800, height = 400) => ({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await page.evaluate<string>(twoColours(width, height)), 'base64'),
  });
  let film = '';
  const call = (name: string, request: Parameters<TestServer['ok']>[0]['request']) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, ...(request ? { request } : {}) });
  const choose = async (file: Awaited<ReturnType<typeof png>>) =>
    page.locator('[data-picture-drop] input[type=file]').first().setInputFiles(file);

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 1280, height: 900 })]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/account`);
    await page.getByRole('button', { name: 'Add a picture' }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WPC1] what is no picture, or too small for one, is refused in words', async () => {
    await page.getByRole('button', { name: 'Add a picture' }).click();
    await dialog('Your picture').waitFor();
    await choose({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByRole('alert').getByText('cannot open this file as a picture').waitFor();
    await choose(await png(20, 20));
    await page.getByRole('alert').getByText('This picture is too small').waitFor();
    await expectAccessible(page);
  });

  test('[WPC4] an upload that is refused says why, and the part that was chosen stays', async () => {
    await choose(await png());
    await part().waitFor();
    await expectAccessible(page);
    const isSession = '**/api/user/avatar/upload-session';
    const body = { error: 'Full.', status: 409, code: 'files.quota_exceeded', requestId: 'x' };
    await page.route(isSession, (route) => route.fulfill({ status: 409, json: body }));
    await part().focus();
    // The middle is half red and half blue; left of it all is red.
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('+');
    await page.getByRole('button', { name: 'Use the picture' }).click();
    await dialog('Your picture').getByRole('alert').waitFor();
    await page.unroute(isSession);
    await part().waitFor();
  });

  test('[WPC4] an upload shows how far it is, and can be left: the part that was chosen stays', async () => {
    // No byte of a part arrives.
    await page.route('**/*', (route) => (route.request().method() === 'PUT' ? undefined : route.continue()));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('progressbar', { name: 'Upload' }).waitFor();
    await page.getByText('Sending…').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('progressbar', { name: 'Upload' }).waitFor({ state: 'detached' });
    await part().waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect((await profile(anna)).avatar).toBeUndefined();
  });

  test('[WPC2] [WPC3] [WPC6] the part that was chosen is uploaded, and shown at once', async () => {
    for (let i = 0; i < 6; i += 1) await page.keyboard.press('ArrowLeft');
    await part().focus();
    for (let i = 0; i < 6; i += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.getByRole('button', { name: 'Use the picture' }).click();
    await page.getByText('Your picture is saved.').waitFor();
    const { avatar } = await profile(anna);
    expect(avatar?.mime_type).toBe('image/webp');
    const seen = await look(avatar!.url);
    expect(seen).toMatchObject({ left: 'red', right: 'red', width: 348, height: 348 });
    const shown = (where: string) => page.locator(`${where} img`).first();
    await expect.poll(() => shown('main').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await shown('header').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Change your picture' }).waitFor();
  });

  test('[WPC3] nothing leaves the browser but the part, small, without what the camera wrote', async () => {
    await page.evaluate(`(() => {
      const send = XMLHttpRequest.prototype.send;
      XMLHttpRequest.prototype.send = function (body) { (globalThis.sent ??= []).push(body); send.call(this, body); };
    })()`);
    await page.getByRole('button', { name: 'Change your picture' }).click();
    const photo = await page.evaluate<string>(twoColours(2600, 2000).replace('image/png', 'image/jpeg'));
    const [note, bytes] = [Buffer.from('Exif\0\0taken at home'), Buffer.from(photo, 'base64')];
    const head = Buffer.from([0xff, 0xe1, 0, note.length + 2]);
    await choose({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.concat([bytes.subarray(0, 2), head, note, bytes.subarray(2)]),
    });
    await page.getByRole('button', { name: 'Use the picture' }).click();
    await expect.poll(() => page.evaluate<number>('globalThis.sent?.length ?? 0')).toBe(1);
    await dialog('Your picture').waitFor({ state: 'detached' });
    const sent = await page.evaluate<
      { text: string; width: number; height: number }[]
    >(`Promise.all(sent.map(async (body) => {
      const { width, height } = await createImageBitmap(body);
      return { text: new TextDecoder('latin1').decode(await body.arrayBuffer()), width, height };
    }))`);
    expect(sent).toMatchObject([{ width: 1024, height: 1024 }]);
    expect(sent[0]!.text).not.toContain('taken at home');
  });

  test('[WPC2] the wheel, the mouse and turning choose it too', async () => {
    await page.getByRole('button', { name: 'Change your picture' }).click();
    await choose(await png());
    const box = (await part().boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.wheel(0, -300);
    await expect.poll(() => page.getByRole('slider', { name: 'Zoom' }).inputValue()).not.toBe('1');
    await page.mouse.down();
    await page.mouse.move(box.x + 400, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('slider', { name: 'Zoom' }).fill('1');
    await page.getByRole('button', { name: 'Turn to the right' }).click();
    await page.getByRole('button', { name: 'Use the picture' }).click();
    await page.getByText('Your picture is saved.').last().waitFor();
    // Dragged to the left edge and turned: only the red half is left, and it is at the top.
    await expect
      .poll(async () => look((await profile(anna)).avatar!.url))
      .toMatchObject({ left: 'red', width: 400, height: 400 });
  });

  test('[WPC6] the others see it in the room, beside messages and people', async () => {
    await server.ok({
      call: 'RoomService.SendChatMessage',
      token: anna.token,
      room,
      request: { content: 'look', client_message_id: 'look' },
    });
    const other = await browser.context.newPage();
    await signInBrowser(other, ben);
    await other.addInitScript(
      (value) => localStorage.setItem('matinee.session', value),
      JSON.stringify({ accessToken: ben.token, refreshToken: ben.refreshToken }),
    );
    // The page has the picture in its cache: only a message from the server removes it.
    const { url, variants } = (await profile(anna)).avatar!;
    for (const address of [url, ...variants.map((one) => one.url)]) {
      const body = Buffer.from(await (await fetch(server.url + address)).arrayBuffer());
      await other.route(server.url + address, (route) => route.fulfill({ body }));
    }
    await other.goto(`${server.url}/r/${room}`);
    const face = other.getByRole('log', { name: 'Messages' }).locator('article img');
    await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await other.getByRole('tab', { name: 'People' }).click();
    await other.getByRole('tabpanel').locator('li img').first().waitFor();
    // The picture is removed while the page is open.
    await server.ok({ call: 'UserService.ClearUserAvatar', token: anna.token });
    await face.waitFor({ state: 'detached' });
    await other.close();
  });

  test('[WPC5] what cannot be loaded has initials in its place, and what is taken away too', async () => {
    const face = page.locator('main [data-initials]').first();
    const initials = () => face.evaluate((one) => getComputedStyle(one, '::before').content);
    await page.evaluate(
      (value) => localStorage.setItem('matinee.session', value),
      JSON.stringify({ accessToken: anna.token, refreshToken: anna.refreshToken }),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Add a picture' }).click();
    await choose(await png());
    await page.getByRole('button', { name: 'Use the picture' }).click();
    const image = face.locator('img');
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    const { url, variants } = (await profile(anna)).avatar!;
    const isOfIt = (asked: URL) => [url, ...variants.map((one) => one.url)].some((one) => asked.href.endsWith(one));
    await page.route(isOfIt, (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await page.getByRole('button', { name: 'Change your picture' }).waitFor();
    await image.waitFor({ state: 'detached' });
    expect(await initials()).toBe(JSON.stringify(initialsOf(anna.username)));
    await page.unroute(isOfIt);
    await page.reload();
    await image.waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Remove your picture' }).click();
    await page.getByText('Your picture is gone.').waitFor();
    await page.getByRole('button', { name: 'Add a picture' }).waitFor();
    expect(await image.count()).toBe(0);
    expect((await profile(anna)).avatar).toBeUndefined();
  });

  test('[WPC1] [WPC6] a cover is dropped or pasted, and shown to who is invited', async () => {
    await page.goto(`${server.url}/r/${room}`);
    await page
      .getByRole('button', { name: 'More' })
      .or(page.getByRole('button', { name: 'Menu' }))
      .first()
      .click();
    await page.getByRole('menuitem', { name: /settings/i }).click();
    await page.getByRole('button', { name: 'Add a cover' }).click();
    await page.getByRole('button', { name: 'Choose a picture' }).waitFor();
    const give = (kind: 'drop' | 'paste', data: string) =>
      page.evaluate(
        ([type, text]) => {
          const bytes = Uint8Array.from(atob(text!), (letter) => letter.charCodeAt(0));
          const transfer = new DataTransfer();
          transfer.items.add(new File([bytes], 'photo.png', { type: 'image/png' }));
          const event =
            type === 'drop'
              ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
              : new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
          (type === 'drop' ? document.querySelector('[data-picture-drop]')! : document.body).dispatchEvent(event);
        },
        [kind, data],
      );
    const data = (await png(1600, 1000)).buffer.toString('base64');
    await give('paste', data);
    await part().waitFor();
    await page.getByRole('button', { name: 'Another picture' }).click();
    await give('drop', data);
    await part().waitFor();
    await page.getByRole('button', { name: 'Use the picture' }).click();
    await page.getByText('The cover is saved.').waitFor();
    const card = await server.ok({ call: 'UserService.GetRoomDiscovery', request: { room_id: room } });
    expect(await look(card.room.room.cover.url)).toMatchObject({
      left: 'red',
      right: 'blue',
      width: 1024,
      height: 576,
    });
    await page.getByRole('button', { name: 'Remove the cover' }).click();
    await page.getByText('The cover is gone.').waitFor();
    await page.getByRole('button', { name: 'Add a cover' }).click();
    await page.getByRole('button', { name: 'Choose a picture' }).waitFor();
    await give('paste', data);
    await page.getByRole('button', { name: 'Use the picture' }).click();
    await page.getByRole('button', { name: 'Change the cover' }).waitFor();
    await expectAccessible(page);
  });

  test('[WPC6] items and playlists have covers, in their details and in the list', async () => {
    const { media } = await call('AddMedia', {
      name: 'Film',
      source: { direct_url: { url: 'https://films.test/a.mp4' } },
    });
    film = media.id;
    await call('CreatePlaylist', { name: 'Later' });
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
    const details = async (of: string, entry: string) => {
      await page.getByRole('button', { name: `More for ${of}` }).click();
      await page.getByRole('menuitem', { name: entry }).click();
      await page.getByRole('button', { name: 'Add a cover' }).click();
      await page.getByRole('button', { name: 'Choose a picture' }).waitFor();
      await choose(await png(640, 360));
      await page.getByRole('button', { name: 'Use the picture' }).click();
      await page.getByRole('button', { name: 'Change the cover' }).waitFor();
      await expectAccessible(page);
    };
    await details('Film', 'Details');
    // The form continues with the changed item.
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The film');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The film', { exact: true }).waitFor();
    await page.locator('[role=tabpanel] li img').first().waitFor();
    await details('Later', 'Name and cover');
    await page.keyboard.press('Escape');
    await page.locator('[data-playlist] img').waitFor();
  });

  test('[WPC6] the cover of what plays stands in for the film, and in what was played', async () => {
    const { media } = await call('AddMedia', {
      name: 'Other',
      source: { direct_url: { url: 'https://films.test/b.mp4' } },
    });
    const { cover } = (await call('GetMedia', { media_id: film })).media;
    await page.reload();
    await call('StartPlayback', { media_id: film });
    await expect.poll(() => page.locator('[data-player] video').getAttribute('poster')).toBe(cover.url);
    await call('StartPlayback', { media_id: media.id });
    await expect.poll(() => page.locator('[data-player] video').getAttribute('poster')).toBe(null);
    await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'What was played' }).click();
    await dialog('What was played').getByText('The film').first().waitFor();
    await expect.poll(() => dialog('What was played').locator('img').count()).toBe(1);
    await page.keyboard.press('Escape');
  });

  test('[WPC7] an administrator sees the picture of an account and the cover of a room, and takes them away', async () => {
    await page.goto(`${server.url}/account`);
    await page.getByRole('button', { name: 'Add a picture' }).click();
    await page.getByRole('button', { name: 'Choose a picture' }).waitFor();
    await choose(await png());
    await expect.poll(() => part().evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Use the picture' }).click();
    await page.getByText('Your picture is saved.').waitFor();
    const root = await server.signIn();
    const admin = await browser.context.newPage();
    const session = JSON.stringify({ accessToken: root.token, refreshToken: root.refreshToken });
    await admin.addInitScript((value) => localStorage.setItem('matinee.session', value), session);
    await admin.goto(`${server.url}/admin/users/${anna.id}`);
    const takeAway = async (label: string, action: string, said: string) => {
      const shown = admin.getByRole('region', { name: label, exact: true });
      await expect
        .poll(() => shown.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await shown.getByRole('button', { name: action }).click();
      await admin.getByRole('alertdialog').waitFor();
      await expectAccessible(admin);
      await admin.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      await shown.getByRole('button', { name: action }).click();
      await admin.getByRole('alertdialog').getByRole('button', { name: action }).click();
      await admin.getByText(said).waitFor();
      await shown.waitFor({ state: 'detached' });
    };
    await takeAway('Picture', 'Remove the picture', 'The picture is gone.');
    expect((await profile(anna)).avatar).toBeUndefined();
    const coverOf = async () =>
      (await server.ok({ call: 'UserService.GetRoomDiscovery', request: { room_id: room } })).room.room.cover;
    expect(await coverOf()).toBeDefined();
    await admin.goto(`${server.url}/admin/rooms/${room}`);
    await takeAway('Cover', 'Remove the cover', 'The cover is gone.');
    expect(await coverOf()).toBeUndefined();
    await admin.close();
  });
});
