/** Viewers of a conversion without a page: they load its lists and segments as a player does. */
import type { World } from '../world.ts';

type Person = World['people'][number];

/** A film that plays in a room. */
export interface Film {
  readonly room: string;
  readonly mediaId: string;
}

async function call({ server }: World, { token }: Person, path: string, body?: object) {
  const response = await fetch(`${server.url}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Adds the film at `url` and plays it. */
export async function playFilm(world: World, room: string, url: string): Promise<Film> {
  const [host] = world.people as [Person];
  const source = { direct_url: { url }, proxy_mode: 'only' };
  const { media } = await call(world, host, `rooms/${room}/media`, { name: 'film', source });
  await call(world, host, `rooms/${room}/playback/start`, { media_id: media.id });
  return { room, mediaId: media.id };
}

/** Loads the largest picture and the first sound of the film during its conversion, as fast as they are ready. */
export async function watchAll(world: World, { room }: Film, person: Person): Promise<void> {
  const { playback } = await call(world, person, `rooms/${room}/playback`);
  const { url } = playback.playback_infos.proxied_converted.medias[0];
  const main = new URL(url, world.server.url);
  const list = await text(main);
  const picture = list.split('\n').find((line) => line !== '' && !line.startsWith('#'));
  const sound = /^#EXT-X-MEDIA:.*URI="([^"]+)"/m.exec(list)?.[1];
  await Promise.all([picture, sound].map((uri) => uri && loadTrack(new URL(uri, main))));
}

async function loadTrack(list: URL): Promise<void> {
  const lines = (await text(list)).split('\n');
  const first = lines.map((line) => /^#EXT-X-MAP:URI="([^"]+)"/.exec(line)?.[1]).find(Boolean);
  const segments = lines.filter((line) => line !== '' && !line.startsWith('#'));
  for (const uri of [first, ...segments]) if (uri) await bytes(new URL(uri, list));
}

async function text(url: URL): Promise<string> {
  return (await bytes(url)).toString('utf8');
}

async function bytes(url: URL): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}
