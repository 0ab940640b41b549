import { makeTestMedia } from '@matinee/testkit/media.ts';
import { startWorld } from '../world.ts';
import { startDelayProxy } from './delay-proxy.ts';
import { roomOf } from './room.ts';
import { startBrowser } from '@matinee/testkit/browser.ts';
import { pause } from './screen.ts';
const [media, world] = await Promise.all([makeTestMedia(10), startWorld({ people: 3, rooms: 1, webRoot: '/tmp/mwdist' })]);
const proxy = await startDelayProxy(world.server.port, { roundTripMs: 80, jitterMs: 40 });
try {
  const room = roomOf(world, proxy.url);
  await room.play(media.mp4Url);
  const b = await startBrowser(); const page = await b.context.newPage();
  page.on('console', (m) => console.log('C', m.type(), m.text().slice(0, 300)));
  page.on('pageerror', (e) => console.log('E', String(e.stack).slice(0, 600)));
  page.on('requestfailed', (r) => console.log('F', r.url(), r.failure()?.errorText));
  page.on('response', (r) => r.status() >= 400 && console.log('R', r.status(), r.url()));
  await page.addInitScript(`localStorage.setItem('matinee.session', ${JSON.stringify(JSON.stringify(room.session(0)))})`);
  const t = Date.now();
  await page.goto(`${proxy.url}/r/${world.rooms[0]}`).catch((e) => console.log(String(e)));
  console.log('loaded', Date.now() - t);
  await pause(6000);
  console.log(await page.evaluate('document.body.innerText.slice(0,300)'));
  await b.close();
} finally { media.close(); proxy.close(); await world.stop(); process.exit(0); }
