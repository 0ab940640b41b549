/**
 * `npm run pictures`: takes the pictures of the README from the built app. Meanwhile it runs a server, its people, a
 * film and two browsers.
 */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasChromium } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, serveMadeFiles } from '@matinee/testkit/media.ts';
import { startTestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { webRoot } from '@matinee/testkit/web-app.ts';
import { ensureBuilt } from './built.mjs';
import { bringCompany, type Company } from './pictures/company.ts';
import { films, makeEvening } from './pictures/evening.ts';
import { drawLayers, encodeFilms } from './pictures/film.ts';
import { openScreen, type Screen } from './pictures/screen.ts';

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

/** Lets reactions rise, and waits until a screen shows them. */
async function letReactionsFly(company: Company, { page }: Screen): Promise<void> {
  company.react('Noor', '😍');
  company.react('Leo', '🚂');
  company.react('Aiko', '❤️');
  await until('they fly', async () => (await page.locator('[data-film-reactions="flying"] > *').count()) === 3);
}

const tell = (what: string): boolean => process.stdout.write(`${what} …\n`);

async function takePictures(): Promise<void> {
  tell('making films');
  const drawn = await drawLayers();
  const minutes = Object.fromEntries(films.map((film) => [film.file, film.minutes]));
  const media = await serveMadeFiles((made) => encodeFilms(made, drawn, minutes));
  const server = await startTestServer({ webRoot, config: { 'media_probe.enabled': true } });
  const screens: Screen[] = [];
  let company: Company | undefined;
  try {
    tell('bringing people together');
    const evening = await makeEvening(server, media.url);
    company = await bringCompany(server, evening);
    const { room, people } = evening;
    const url = `${server.url}/r/${room}`;
    const desktop = await openScreen(url, people.Mira, { width: 1440, height: 900, mobile: false, scale: 1.5 });
    screens.push(desktop);
    const phone = await openScreen(url, people.Jonas, { width: 390, height: 844, mobile: true, scale: 2 });
    screens.push(phone);
    tell('taking pictures');
    mkdirSync(folder, { recursive: true });
    await letReactionsFly(company, desktop);
    await desktop.shoot(join(folder, 'room-desktop.webp'));
    await letReactionsFly(company, phone);
    await phone.shoot(join(folder, 'room-phone.webp'));
  } finally {
    await Promise.all(screens.map((screen) => screen.close()));
    await company?.leave();
    await server.stop();
    media.close();
  }
}

if (!hasChromium || !hasFfmpeg) {
  process.stderr.write('Pictures need chromium and ffmpeg: npm test installs them where it may.\n');
  process.exit(1);
}
ensureBuilt();
await takePictures();
for (const name of ['room-desktop.webp', 'room-phone.webp'])
  process.stdout.write(`docs/pictures/${name}, ${Math.round(statSync(join(folder, name)).size / 1000)} kB\n`);
// The browser and the database end with this process.
process.exit();
