/** A server with a room in which a member watches a film from another server. */
import { startTestServer, type TestServer, type TestUser, testJwtSecret } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { mediaVersion, type ResourceKey, type Viewer } from './proxy.port.ts';
import { makeSigner } from './signing.ts';

/** Bytes whose values depend on their positions. */
export function bytesOf(length: number, salt = 0): Buffer {
  const bytes = Buffer.alloc(length);
  for (let place = 0; place + 4 <= length; place += 4) bytes.writeUInt32LE((place * 2_654_435_761 + salt) >>> 0, place);
  return bytes;
}

export interface Cinema {
  readonly server: TestServer;
  readonly owner: TestUser;
  readonly member: TestUser;
  readonly room: string;
  /** Adds a film by its address; gives its key. */
  add(url: string, noun?: string, source?: object): Promise<ResourceKey>;
  /** The signed address of a resource for a user, whose token has the session. */
  urlFor(key: ResourceKey, user?: TestUser, expiresAtMs?: number): string;
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Response>;
}

export async function startCinema(options: Parameters<typeof startTestServer>[0] = {}): Promise<Cinema> {
  const server = await startTestServer(options);
  const [owner, member] = (await Promise.all([server.signUp('owner'), server.signUp('member')])) as [
    TestUser,
    TestUser,
  ];
  const room = await makeRoom(server, owner);
  await joinRoom(server, room, member);
  const signer = makeSigner(testJwtSecret, systemClock);
  return {
    server,
    owner,
    member,
    room,
    async add(url, noun = 'streams', source = {}) {
      const { media } = await server.ok({
        call: 'RoomService.AddMedia',
        token: owner.token,
        room,
        request: { name: 'film', source: { direct_url: { url, ...source } } },
      });
      const version = mediaVersion(media.id, media.version);
      return { roomId: room, provider: 'direct-url', version, noun, mode: 'original', index: 0 };
    },
    urlFor: (key, user = member, expiresAtMs) => server.url + signer.urlFor(key, viewerOf(user), expiresAtMs),
    get: (url, headers = {}, method = 'GET') => fetch(url, { headers, method, redirect: 'manual' }),
  };
}

/** The viewer to whom a token belongs. */
export function viewerOf({ id, token }: TestUser): Viewer {
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  return { userId: id, sessionId: sid };
}
