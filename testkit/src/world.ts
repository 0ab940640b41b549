import type { JsonObject } from '@bufbuild/protobuf';
import type { DavServer } from './outside/dav-server.ts';
import type { TestServer, TestUser } from './server.ts';

/** The caller of a row. The guest has the token that an earlier row kept as `guestToken`. */
export type Actor = 'anonymous' | 'guest' | 'root' | 'keeper' | 'owner' | 'admin' | 'member' | 'stranger';

/** The world of the contract table: one room with its people, and a second room that the stranger made. */
export interface World {
  /** The first account of the server. */
  readonly root: TestUser;
  /** An administrator of the server who is not in any room. */
  readonly keeper: TestUser;
  readonly owner: TestUser;
  readonly admin: TestUser;
  readonly member: TestUser;
  /** A user who is only in `otherRoom`. */
  readonly stranger: TestUser;
  readonly room: string;
  readonly otherRoom: string;
  /** An item that the owner added, and one that the member added. */
  readonly media: string;
  readonly memberMedia: string;
  /** An item of the other room. */
  readonly otherMedia: string;
  /** The address from which its people seem to call, so that failures in one world do not lock out another one. */
  readonly address: string;
  /** Address of the server, for requests besides calls. */
  readonly url: string;
  /** A WebDAV server with `/films/one.mp4` and `/films/two.mp4`. */
  readonly dav: Pick<DavServer, 'url' | 'username' | 'password'>;
  /** Credentials for the upstream of each provider, by the provider's name. */
  readonly homes: Readonly<Record<string, JsonObject>>;
  /** The code in the next mail to an address. */
  mailedCode(address: string): Promise<string>;
  /**
   * Adds an entry to a person's history, which the server would write after a minute of watching.
   * @returns the id of the entry.
   */
  watched(user: TestUser, name: string): Promise<string>;
  /**
   * Adds an evening of a few hours ago to the room, with these people.
   * @returns the id of the evening.
   */
  evening(name: string, ...people: readonly TestUser[]): Promise<string>;
  /** Makes a recording of an item, as the server does at the end of a stream. @returns its id. */
  recorded(mediaId: string): Promise<string>;
  /** Values that rows kept for later ones. */
  readonly kept: Record<string, string>;
}

let made = 0;

/** Makes the world on a server. */
export async function makeWorld(server: TestServer, { dav, homes }: Pick<World, 'dav' | 'homes'>): Promise<World> {
  const [owner, admin, member, stranger, keeper] = (await Promise.all(
    ['owner', 'admin', 'member', 'stranger', 'keeper'].map((name) => server.signUp(name)),
  )) as [TestUser, TestUser, TestUser, TestUser, TestUser];
  const root = await server.signIn();
  await server.ok({ call: 'AdminService.AddAdmin', token: root.token, request: { user_id: keeper.id } });
  const room = await makeRoom(server, owner, { name: `Room of ${owner.username}` });
  const otherRoom = await makeRoom(server, stranger, { name: `Room of ${stranger.username}` });
  await joinRoom(server, room, admin, member);
  await server.ok({
    call: 'RoomService.UpdateMemberPermissions',
    token: owner.token,
    room,
    request: { user_id: admin.id, role: 'admin' },
  });
  return {
    root,
    keeper,
    owner,
    admin,
    member,
    stranger,
    room,
    otherRoom,
    media: await addMedia(server, room, owner, 'one'),
    memberMedia: await addMedia(server, room, member, 'two'),
    otherMedia: await addMedia(server, otherRoom, stranger, 'three'),
    address: `198.51.100.${++made}`,
    url: server.url,
    dav,
    homes,
    mailedCode: server.mailedCode,
    watched: (user, name) => addWatched(server, room, user, name),
    evening: (name, ...people) => addEvening(server, room, name, people),
    recorded: (mediaId) => makeRecorded(server, mediaId),
    kept: {},
  };
}

async function addWatched(server: TestServer, room: string, { id }: TestUser, name: string): Promise<string> {
  const entryId = `wat_${id.slice(-26).padStart(26, '0')}`;
  await server.sql(
    `insert into watched_entries (id, user_id, room_id, media_id, name, started_at, left_at, watched_seconds,
      position_seconds, duration_seconds, finished) values ($1, $2, $3, 'med_gone', $4, now(), now(), 60, 60, 3600, false)`,
    [entryId, id, room, name],
  );
  return entryId;
}

async function makeRecorded(server: TestServer, mediaId: string): Promise<string> {
  await server.sql(`update media set source = '{"recording": {}}' where id = $1`, [mediaId]);
  return mediaId;
}

/** The later people of the list were there for a shorter time. */
async function addEvening(
  server: TestServer,
  room: string,
  name: string,
  people: readonly TestUser[],
): Promise<string> {
  const id = `eve_${`${name}${room.slice(-20)}`.padStart(26, '0')}`;
  await server.sql(
    "insert into evenings values ($1, $2, now() - interval '8 hours', now() - interval '6 hours', 3600)",
    [id, room],
  );
  await server.sql(
    `insert into evening_items select $1, id, name, now() - interval '8 hours', 60, 3600 from media
     where room_id = $2 and name = 'one'`,
    [id, room],
  );
  for (const [place, person] of people.entries())
    await server.sql(
      `insert into evening_people values ($1, $2, $3, now() - interval '8 hours', now() - interval '6 hours', $4)`,
      [id, person.id, room, 3_600 - place],
    );
  return id;
}

/** Makes a room; returns its id. */
export async function makeRoom(server: TestServer, creator: TestUser, request: object = {}): Promise<string> {
  const { room } = await server.ok({
    call: 'UserService.CreateRoom',
    token: creator.token,
    request: { name: 'A room', ...request },
  });
  return room.id;
}

/** Makes these people members. */
export async function joinRoom(server: TestServer, room: string, ...people: TestUser[]): Promise<void> {
  for (const { token } of people) await server.ok({ call: 'UserService.JoinRoom', token, request: { room_id: room } });
}

/** Adds an item to the root playlist; returns its id. */
export async function addMedia(server: TestServer, room: string, by: TestUser, name = 'film'): Promise<string> {
  const { media } = await server.ok({
    call: 'RoomService.AddMedia',
    token: by.token,
    room,
    request: { name, source: directUrl(name) },
  });
  return media.id;
}

/** A media source that is never loaded. */
export function directUrl(name: string) {
  return { direct_url: { url: `https://media.example.org/${name}.mp4` } };
}

/** Token of an actor; undefined for an actor without one. */
export function tokenOf(world: World, actor: Actor): string | undefined {
  if (actor === 'anonymous') return undefined;
  return actor === 'guest' ? world.kept.guestToken : world[actor].token;
}
