/**
 * Calls every method of the contract as people without access. The list comes from the descriptors, so that no method
 * can be forgotten.
 */
import { create, type JsonObject } from '@bufbuild/protobuf';
import { Who } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { allMethods, isRoomScoped, methodName, routesOf, ruleOf } from '@matinee/contract/methods.ts';
import { metadataOf } from '@matinee/testkit/grpc-client.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let keeper: TestUser;
let owner: TestUser;
let member: TestUser;
let stranger: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer();
  [owner, member, stranger] = (await Promise.all(['o', 'm', 's'].map((name) => server.signUp(name)))) as [
    TestUser,
    TestUser,
    TestUser,
  ];
  room = await makeRoom(server, owner);
  await joinRoom(server, room, member);
  keeper = await server.signUp('k');
  const root = await server.signIn();
  await server.ok({ call: 'AdminService.AddAdmin', token: root.token, request: { user_id: keeper.id } });
});
afterAll(() => server?.stop());

function requestOf(path: string): JsonObject {
  const fields = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).filter((field) => field !== 'room_id');
  return Object.fromEntries(fields.map((field) => [field, `${field}_x`]));
}

const scoped = allMethods().filter(isRoomScoped);
const needUser = allMethods().filter((method) => ruleOf(method).who === Who.USER);
const forRoots = allMethods().filter((method) => ruleOf(method).who === Who.ROOT);
const administrative = [...allMethods().filter((method) => ruleOf(method).who === Who.ADMIN), ...forRoots];
const withPermission = scoped.filter((method) => ruleOf(method).permission !== '');

test('there is something to check', () => {
  expect(
    [scoped.length, needUser.length, withPermission.length, administrative.length, forRoots.length].every(
      (count) => count >= 5,
    ),
  ).toBe(true);
});

describe.each([
  ['anonymous', (): string | undefined => undefined, { rest: 401, grpc: 16, reason: 'call.unauthenticated' }],
  ['stranger', (): string | undefined => stranger.token, { rest: 403, grpc: 7, reason: 'call.not_a_member' }],
] as const)('somebody %s is refused by every method of a room', (_, token, refusal) => {
  test.each(scoped.map((method) => [methodName(method), method] as const))('%s', async (name, method) => {
    const [route] = routesOf(method);
    const request = requestOf(route?.path ?? '');
    const call = { call: name, token: token(), room, request };
    if (route) expect(await server.rest(call)).toMatchObject({ status: refusal.rest, reason: refusal.reason });
    expect(await server.grpc.call(call)).toMatchObject({ status: refusal.grpc, reason: refusal.reason });
  });
});

describe.each([
  ['anonymous', (): string | undefined => undefined, { rest: 401, grpc: 16, reason: 'call.unauthenticated' }],
  ['without a role', (): string | undefined => owner.token, { rest: 403, grpc: 7, reason: 'call.admin_only' }],
] as const)('somebody %s is refused by every method of administrators', (_, token, refusal) => {
  test.each(administrative.map((method) => [methodName(method), method] as const))('%s', async (name, method) => {
    for (const { path } of routesOf(method)) {
      const call = { call: name, token: token(), request: requestOf(path) };
      expect(await server.rest(call)).toMatchObject({ status: refusal.rest, reason: refusal.reason });
      expect(await server.grpc.call(call)).toMatchObject({ status: refusal.grpc, reason: refusal.reason });
    }
  });
});

test.each(forRoots.map((method) => [methodName(method), method] as const))(
  'an administrator who is no root is refused by %s',
  async (name, method) => {
    const call = { call: name, token: keeper.token, request: requestOf(routesOf(method)[0]!.path) };
    expect(await server.rest(call)).toMatchObject({ status: 403, reason: 'call.admin_only' });
    expect(await server.grpc.call(call)).toMatchObject({ status: 7, reason: 'call.admin_only' });
  },
);

test.each(needUser.map((method) => [methodName(method), method] as const))(
  'somebody anonymous is refused by %s',
  async (name, method) => {
    const request = requestOf(routesOf(method)[0]!.path) as never;
    for (const token of [undefined, '', 'x', owner.refreshToken]) {
      expect((await server.rest({ call: name, request, token, room })).status).toBe(401);
      expect((await server.grpc.call({ call: name, request, token })).status).toBe(16);
    }
  },
);

test.each(withPermission.map((method) => [methodName(method), method] as const))(
  'a member without the permission is refused by %s',
  async (name, method) => {
    const { permission } = ruleOf(method);
    const taken = { user_id: member.id, removed_permissions: [permission], replace_permissions: true };
    await server.ok({ call: 'RoomService.UpdateMemberPermissions', token: owner.token, room, request: taken });
    const [route] = routesOf(method);
    const request = requestOf(route?.path ?? '') as never;
    const call = { call: name, token: member.token, room, request };
    if (route) expect(await server.rest(call)).toMatchObject({ status: 403, reason: 'call.missing_permission' });
    expect(await server.grpc.call(call)).toMatchObject({ status: 7, reason: 'call.missing_permission' });
  },
);

test('over gRPC the room is named by x-room-id, once and the same as in the message', async () => {
  const method = scoped.find((m) => m.name === 'GetRoomSettings')!;
  const other = await makeRoom(server, owner);
  const send = (metadataRoom: string | undefined, messageRoom: string) =>
    server.grpc.send(
      method,
      create(method.input, { roomId: messageRoom } as never),
      metadataOf({ call: '', token: owner.token, room: metadataRoom }),
    );
  expect(await send(undefined, '')).toMatchObject({ status: 3, reason: 'call.room_required' });
  expect(await send(undefined, room)).toMatchObject({ status: 3, reason: 'call.room_required' });
  expect(await send(room, other)).toMatchObject({ status: 3, reason: 'call.room_mismatch' });
  expect((await send(room, '')).status).toBe(0);
  expect((await send(room, room)).status).toBe(0);
  const twice = metadataOf({ call: '', token: owner.token, room: other });
  twice.add('x-room-id', room);
  expect((await server.grpc.send(method, create(method.input), twice)).status).not.toBe(0);
});

test('over REST a body that names another room than the path is refused', async () => {
  const other = await makeRoom(server, owner);
  const body = { room_id: other, settings: { wait_seconds: 1 } };
  const answer = await server.http({ verb: 'PATCH', path: `/api/rooms/${room}/settings`, token: owner.token, body });
  expect(answer).toMatchObject({ status: 400, json: { code: 'request.path_mismatch' } });
  const camel = { roomId: other, settings: { wait_seconds: 1 } };
  expect(
    (await server.http({ verb: 'PATCH', path: `/api/rooms/${room}/settings`, token: owner.token, body: camel })).status,
  ).toBe(400);
  const query = await server.http({
    verb: 'GET',
    path: `/api/rooms/${room}/settings?room_id=${other}`,
    token: owner.token,
  });
  expect(query.status).toBe(400);
  for (const id of [room, other]) {
    const { version } = await server.ok({ call: 'RoomService.GetRoomSettings', token: owner.token, room: id });
    expect(version).toBe(1);
  }
});

test('a member of one room does nothing in another by naming things of it', async () => {
  const other = await makeRoom(server, stranger);
  const request = { source: { direct_url: { url: 'https://a.example' } } };
  const { media } = await server.ok({ call: 'RoomService.AddMedia', token: stranger.token, room: other, request });
  for (const [name, more] of [
    ['GetMedia', {}],
    ['EditMedia', { name: 'x' }],
    ['DeleteMedia', {}],
    ['MoveMedia', {}],
    ['StartPlayback', {}],
  ] as const) {
    const answer = await server.rest({
      call: `RoomService.${name}`,
      token: owner.token,
      room,
      request: { media_id: media.id, ...more },
    });
    expect(answer.status, name).toBe(404);
  }
});
