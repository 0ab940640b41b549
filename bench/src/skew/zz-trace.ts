import { makeTestMedia } from '@matinee/testkit/media.ts';
import { startWorld } from '../world.ts';
import { startDelayProxy } from './delay-proxy.ts';
import { roomOf } from './room.ts';
import { skewsOf } from './samples.ts';
import { nowMs, openScreen, pause, waitUntilMoving } from './screen.ts';

const [media, world] = await Promise.all([
  makeTestMedia(90),
  startWorld({ people: 3, rooms: 1, webRoot: '/tmp/mwdist' }),
]);
let proxy: any;
try {
  let url = world.server.url;
  if (process.env.FAR) {
    proxy = await startDelayProxy(world.server.port, { roundTripMs: 80, jitterMs: 40 });
    url = proxy.url;
  }
  const room = roomOf(world, url);
  await room.play(media.mp4Url);
  const [a, b] = await Promise.all(
    [0, 1].map(async (p) => {
      const s = await openScreen(`${url}/r/${world.rooms[0]}`, room.session(p));
      await waitUntilMoving(s);
      return s;
    }),
  );
  await pause(3000);
  for (const x of [a!, b!]) await x.page.evaluate(`(() => { window.__log = []; const v = document.querySelector('video'); let last = '';
    for (const e of ['play','playing','pause','waiting','seeking','seeked','ratechange']) v.addEventListener(e, () => window.__log.push([performance.timeOrigin+performance.now(), e+' '+v.currentTime.toFixed(3)+' r'+v.playbackRate.toFixed(3)]));
    setInterval(() => { const s = window.__matinee.sync.status; const t = s.phase+' '+(s.skewMs)+' f'+s.factor.toFixed(3)+(s.isLoose?' LOOSE':'')+(s.isBuffering?' BUF':''); if (t!==last) window.__log.push([performance.timeOrigin+performance.now(), t]); last = t; }, 20); })()`);
  await room.update({ position_seconds: 5, is_playing: true });
  await pause(4000);
  const stallAt = nowMs();
  if (!process.env.NOSTALL) await b!.stall(700);
  await pause(Number(process.env.WATCH ?? 5000));
  const log = await b!.page.evaluate<[number, string][]>('window.__log');
  const frames = await b!.page.evaluate<any[]>('window.__matinee.sync.frames.slice(-400)');
  const sk = skewsOf(await a!.samples(), await b!.samples(), stallAt - 4000, nowMs());
  const rows: [number, string][] = [...log];
  let lastB = 0;
  for (const f of frames)
    if (f.displayMs - lastB > 90) {
      rows.push([f.displayMs, `   frame err ${f.errorMs.toFixed(1)}`]);
      lastB = f.displayMs;
    }
  const framesA = await a!.page.evaluate<any[]>('window.__matinee.sync.frames.slice(-400)');
  const logA = await a!.page.evaluate<[number, string][]>('window.__log');
  rows.push(...logA.map(([t, m]) => [t, '                          A ' + m] as [number, string]));
  let lastA = 0;
  for (const f of framesA) if (f.displayMs - lastA > 90) { rows.push([f.displayMs, `                          A frame err ${f.errorMs.toFixed(1)}`]); lastA = f.displayMs; }
  let lastS = 0;
  for (const s of sk)
    if (s.atMs - lastS > 190) {
      rows.push([s.atMs, `      skew ${s.ms.toFixed(1)}`]);
      lastS = s.atMs;
    }
  for (const [t, m] of rows.sort((x, y) => x[0] - y[0])) console.log(Math.round(t - stallAt), m);
  await Promise.all([a!.close(), b!.close()]);
} catch (e) {
  console.log(e);
} finally {
  media.close();
  proxy?.close();
  await world.stop();
  process.exit(0);
}
