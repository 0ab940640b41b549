import { createHmac } from 'node:crypto';
import type { JsonObject } from '@bufbuild/protobuf';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterEach, expect, test } from 'vitest';

let server: TestServer;
afterEach(() => server?.stop());

const call = 'RoomService.GetIceServers';
const secret = 'shared with the relay';

test('[VO3] the responder is among the servers while it listens', async () => {
  server = await startTestServer({
    config: { 'stun.address': '127.0.0.1:0', 'stun.public_address': 'watch.example.org:3478' },
    settings: { 'webrtc.externalIceServers': [] },
  });
  const anna = await server.signUp('anna');
  const room = await makeRoom(server, anna);
  const { json } = await server.rest({ call, token: anna.token, room });
  expect(json).toMatchObject({
    webrtc: { builtin_stun_state: 'ready' },
    servers: [{ urls: ['stun:watch.example.org:3478'] }],
  });
});

test('[VO3] without it, when it cannot listen', async () => {
  server = await startTestServer({
    // An address for documentation that no machine has. (RFC 5737)
    config: { 'stun.address': '192.0.2.1:3478', 'stun.public_address': 'watch.example.org:3478' },
    settings: { 'webrtc.externalIceServers': [] },
  });
  const anna = await server.signUp('anna');
  const room = await makeRoom(server, anna);
  const { json } = await server.rest({ call, token: anna.token, room });
  expect(json).toMatchObject({ webrtc: { builtin_stun_state: 'degraded' }, servers: [] });
});

test('[VO5] each person gets credentials of their own for the relay, which it can check', async () => {
  server = await startTestServer({
    config: { 'turn.urls': ['turn:turn.example.org:3478'], 'turn.secret': secret },
    settings: { 'webrtc.externalIceServers': [] },
  });
  const [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
  const room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
  const ask = async (token: string) => (await server.rest({ call, token, room })).json;
  const [first, second] = [await ask(anna.token), await ask(berta.token)];
  const [relay] = first.servers;
  expect(relay.urls).toEqual(['turn:turn.example.org:3478']);
  const [endsAtSeconds, id] = relay.username.split(':');
  expect(id).toBe(anna.id);
  expect(new Date(first.webrtc.expires_at).getTime()).toBeLessThanOrEqual((Number(endsAtSeconds) + 1) * 1000);
  expect(relay.credential).toBe(createHmac('sha1', secret).update(relay.username).digest('base64'));
  expect(second.servers[0].credential).not.toBe(relay.credential);
  expect(JSON.stringify([first, second])).not.toContain(secret);
});

test('[VO4] the list follows the settings, with what relays need', async () => {
  server = await startTestServer({ settings: { 'webrtc.externalIceServers': [] } });
  const anna = await server.signUp('anna');
  const room = await makeRoom(server, anna);
  const ask = async () => (await server.rest({ call, token: anna.token, room })).json.servers;
  expect(await ask()).toEqual([]);
  const relay = { urls: ['turns:turn.example.org'], username: 'us', credential: 'known to members' };
  await server.rest({
    call: 'AdminService.UpdateSettings',
    token: (await server.signIn()).token,
    request: { settings: { webrtc: { externalIceServers: [relay] } }, updateMask: 'webrtc.externalIceServers' },
  });
  expect(await ask()).toEqual([relay]);
});

test('[VO1] guests get them by their token, as the room allows, and none once it has a password', async () => {
  server = await startTestServer();
  const anna = await server.signUp('anna');
  const room = await makeRoom(server, anna, {
    settings: { allow_guests: true, guest_permissions: { added: ['use_voice_chat'] } },
  });
  const { json } = await server.rest({ call: 'AuthService.CreateGuestToken', request: { room_id: room } });
  const ask = () => server.rest({ call, token: json.guestToken, room });
  expect((await ask()).json.webrtc).toMatchObject({ voice: true, p2p_media: false });
  const change = (settings: JsonObject) =>
    server.ok({ call: 'RoomService.UpdateRoomSettings', token: anna.token, room, request: { settings } });
  await change({ voice_enabled: false });
  expect((await ask()).reason).toBe('voice.not_allowed');
  await change({ voice_enabled: true });
  expect((await ask()).status).toBe(200);
  const { token } = await server.signIn();
  await server.ok({
    call: 'AdminService.UpdateRoomPassword',
    token,
    request: { room_id: room, password: 'sesame 12' },
  });
  expect((await ask()).status).toBe(403);
});
