import { makeTestMedia } from '@matinee/testkit/media.ts';
import { startWorld } from '../world.ts';
import { startDelayProxy } from './delay-proxy.ts';
import { measureRoom } from './room.ts';

const steadyMs = Number(process.env.STEADY ?? 8000);
const starts = Number(process.env.STARTS ?? 3);
const [media, world] = await Promise.all([
  makeTestMedia(90),
  startWorld({ people: 3, rooms: 1, webRoot: '/tmp/mwdist' }),
]);
try {
  if (!process.env.FAR)
    console.log('near', JSON.stringify(await measureRoom(world, media, world.server.url, { steadyMs, starts })));
  if (!process.env.NEAR) {
    const proxy = await startDelayProxy(world.server.port, { roundTripMs: 80, jitterMs: 40 });
    console.log('far', JSON.stringify(await measureRoom(world, media, proxy.url, { steadyMs, starts })));
    proxy.close();
  }
} catch (e) {
  console.log(e);
} finally {
  media.close();
  await world.stop();
  process.exit(0);
}
