/** Films on an nginx, and the addresses under which Matinee and another nginx carry them. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mediaVersion } from '@matinee/server/features/media/proxy/proxy.port.ts';
import { makeSigner } from '@matinee/server/features/media/proxy/signing.ts';
import { systemClock } from '@matinee/server/kernel/clock.ts';
import { type Nginx, startNginx } from '@matinee/testkit/outside/nginx.ts';
import { benchJwtSecret } from '../server-process.ts';
import type { World } from '../world.ts';

export const filmBytes = 64 * 1_024 * 1_024;

/** An address to read from. */
export interface Place {
  readonly port: number;
  readonly path: string;
}

export interface Films {
  /** Addresses of a film that was never read. `plain`: passed on without a cache. */
  make(kind: 'plain' | 'cached'): Promise<{ readonly ours: Place; readonly nginx: Place; readonly direct: Place }>;
  stop(): Promise<void>;
}

export async function startFilms(world: World): Promise<Films> {
  const origin = await startNginx();
  // Players of live streams know the format by its file extension, and such bytes are never kept.
  for (const name of ['film.mp4', 'film.flv']) writeFileSync(join(origin.root, name), randomBytes(filmBytes));
  const other = await startCarrier(origin);
  const [room] = world.rooms as [string];
  const [person] = world.people as [World['people'][number]];
  const { sid } = JSON.parse(Buffer.from(person.token.split('.')[1]!, 'base64url').toString());
  const signer = makeSigner(benchJwtSecret, systemClock);
  let made = 0;
  return {
    async make(kind) {
      const file = `${kind === 'plain' ? 'film.flv' : 'film.mp4'}?n=${++made}`;
      const media = await addMedia(world, room, `${origin.url}/${file}`);
      const version = mediaVersion(media.id, media.version);
      const key = { roomId: room, provider: 'direct-url', version, noun: 'streams', mode: 'original', index: 0 };
      return {
        ours: { port: world.server.port, path: signer.urlFor(key, { userId: person.id, sessionId: sid }) },
        nginx: { port: other.port, path: `/${kind}/${file}` },
        direct: { port: origin.port, path: `/${file}` },
      };
    },
    async stop() {
      await Promise.all([origin.stop(), other.stop()]);
    },
  };
}

/** nginx with `proxy_pass`, and with its slice module (ngx_http_slice_module) and slices of the same length as ours. */
function startCarrier(origin: Nginx): Promise<Nginx> {
  return startNginx(({ work }) => ({
    http: `
      proxy_cache_path ${work}/cache levels=1:2 keys_zone=films:10m max_size=4g inactive=1h;
      upstream origin { server 127.0.0.1:${origin.port}; keepalive 32; }
      proxy_http_version 1.1; proxy_set_header Connection "";`,
    server: `
      location /plain/ { proxy_pass http://origin/; }
      location /cached/ {
        slice 2m; proxy_cache films; proxy_cache_key $uri$is_args$args$slice_range; proxy_cache_lock on;
        proxy_set_header Range $slice_range; proxy_cache_valid 200 206 1h; proxy_pass http://origin/;
      }`,
  }));
}

async function addMedia({ server, people }: World, room: string, url: string) {
  const response = await fetch(`${server.url}/api/rooms/${room}/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${people[0]!.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'film', source: { direct_url: { url } } }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).media as { readonly id: string; readonly version: number };
}
