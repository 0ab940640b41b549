/**
 * A server with people and rooms. People are written straight into the database, because stretching a thousand
 * passwords takes minutes.
 */
import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { SessionTables } from '@matinee/server/features/accounts/sessions/sessions.store.ts';
import { makeAccessTokens } from '@matinee/server/features/accounts/sessions/tokens.ts';
import type { UserTables } from '@matinee/server/features/accounts/users/users.store.ts';
import type { MemberTables } from '@matinee/server/features/rooms/members/members.store.ts';
import { dateOf, systemClock } from '@matinee/server/kernel/clock.ts';
import { makeIds } from '@matinee/server/kernel/ids.ts';
import { systemRandom } from '@matinee/server/kernel/random.ts';
import type { Kysely } from 'kysely';
import { type DatabasePlace, findDatabase, openKysely } from './database.ts';
import { benchJwtSecret, type ServerOptions, type ServerProcess, startServer } from './server-process.ts';

interface Person {
  readonly id: string;
  readonly token: string;
}

export interface World {
  readonly server: ServerProcess;
  readonly database: DatabasePlace;
  readonly people: readonly Person[];
  /** Members of no room. */
  readonly newcomers: readonly Person[];
  /** Ids of rooms. Their members may control playback. Each room plays an item. */
  readonly rooms: readonly string[];
  /** Members of a room, by its place in `rooms`. The first of them made it. */
  readonly membersOf: (room: number) => readonly Person[];
  stop(): Promise<void>;
}

interface WorldOptions extends ServerOptions {
  readonly people: number;
  readonly newcomers?: number;
  readonly rooms: number;
  /** People whom each room has for itself. Absent: all people but the newcomers are members of all rooms. */
  readonly perRoom?: number;
}

/** Starts a server and fills it. */
export async function startWorld(asked: WorldOptions): Promise<World> {
  const { people: personCount, newcomers: newcomerCount = 0, rooms: roomCount, perRoom, ...options } = asked;
  const server = await startServer(options);
  try {
    const database = await findDatabase(server.dataDir);
    const db = openKysely<UserTables & SessionTables & MemberTables>(database);
    const everybody = await makePeople(db as never, personCount + newcomerCount);
    const people = everybody.slice(0, personCount);
    const membersOf = (room: number) =>
      perRoom === undefined ? people : people.slice(room * perRoom, (room + 1) * perRoom);
    const rooms: string[] = [];
    const makeNext = async (n: number): Promise<void> => {
      if (n >= roomCount) return;
      const [creator, ...others] = membersOf(n);
      rooms[n] = await makeRoom(server, creator!, `Room ${n}`);
      await addMembers(db as never, rooms[n], others);
      await makeNext(n + roomsAtOnce);
    };
    await Promise.all(Array.from({ length: roomsAtOnce }, (_, n) => makeNext(n)));
    await db.destroy();
    const newcomers = everybody.slice(personCount);
    return { server, database, people, newcomers, rooms, membersOf, stop: () => server.stop() };
  } catch (cause) {
    await server.stop();
    throw cause;
  }
}

/** Rooms that are made at a time. */
const roomsAtOnce = 8;
/** A statement takes 65 535 values. */
const rowsAtOnce = 5_000;

/** Accounts without a password, each with a new session. */
async function makePeople(db: Kysely<UserTables> & Kysely<SessionTables>, count: number): Promise<Person[]> {
  const ids = makeIds(systemClock, systemRandom);
  const tokens = makeAccessTokens(benchJwtSecret, systemClock);
  const now = dateOf(systemClock.nowMs());
  const rows = Array.from({ length: count }, (_, n) => ({
    id: ids.make('usr'),
    session: ids.make('ses'),
    name: `person_${n}`,
  }));
  const users = rows.map(({ id, name }) => ({
    id,
    username: name,
    username_key: name,
    role: UserRole.USER,
    banned: false,
    password_record: null,
    password_suite: null,
    credential_version: 1,
    created_at: now,
  }));
  const sessions = rows.map(({ id, session }) => ({
    id: session,
    user_id: id,
    credential_version: 1,
    user_agent: 'bench',
    address: '127.0.0.1',
    method: 'password',
    created_at: now,
    last_used_at: now,
    revoked_at: null,
  }));
  for (let at = 0; at < count; at += rowsAtOnce) {
    await (db as Kysely<UserTables>)
      .insertInto('users')
      .values(users.slice(at, at + rowsAtOnce))
      .execute();
    await (db as Kysely<SessionTables>)
      .insertInto('sessions')
      .values(sessions.slice(at, at + rowsAtOnce))
      .execute();
  }
  return Promise.all(rows.map(async ({ id, session }) => ({ id, token: (await tokens.issue(id, session)).token })));
}

async function makeRoom(server: ServerProcess, creator: Person, name: string): Promise<string> {
  const { room } = await post(server, creator, '/api/rooms', { name, settings: { control: 'everyone' } });
  const { media } = await post(server, creator, `/api/rooms/${room.id}/media`, {
    name: 'film',
    source: { direct_url: { url: 'https://media.example.org/film.mp4' } },
  });
  await post(server, creator, `/api/rooms/${room.id}/playback/start`, { media_id: media.id });
  return room.id;
}

async function addMembers(db: Kysely<MemberTables>, room: string, people: readonly Person[]): Promise<void> {
  if (people.length === 0) return;
  const joinedAt = dateOf(systemClock.nowMs());
  const rows = people.map(({ id }) => ({ room_id: room, user_id: id, role: RoomRole.MEMBER, joined_at: joinedAt }));
  await db.insertInto('room_members').values(rows).execute();
}

async function post({ url }: ServerProcess, { token }: Person, path: string, body: object) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}
