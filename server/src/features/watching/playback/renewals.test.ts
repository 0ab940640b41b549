import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { addMedia, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const clock = makeJumpingClock();
let server: TestServer;
let owner: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer({ clock });
  owner = await server.signUp('owner');
  room = await makeRoom(server, owner);
});
afterAll(() => server?.stop());

const ask = (call: string, request: Record<string, string> = {}) =>
  server.ok({ call: `RoomService.${call}`, token: owner.token, room, request });
const proxied = async () => {
  const { playback, playback_state: state } = await ask('GetPlayback', { proxy_mode: 'prefer' });
  return { url: playback.playback_infos.proxied.medias[0].url, endsAtMs: Date.parse(playback.expires_at), state };
};

/** Lets time pass until then, and signs the owner in again, whose token has expired, to watch. */
async function later(untilMs: number) {
  clock.jump(untilMs - clock.nowMs());
  owner = await server.signIn(owner.username);
  const socket = await server.socket(room, owner.token);
  await socket.observe({ case: 'playback', value: {} });
  return socket;
}

/** The news of new addresses. */
const renewalsIn = (socket: Awaited<ReturnType<TestServer['socket']>>) =>
  socket.frames.filter(
    ({ message }) =>
      message.case === 'resourceChanged' &&
      message.value.resource.case === 'playback' &&
      message.value.resource.value.renewedAt !== undefined,
  );

test('[PB26] before the first address ends the room is told, once, and the new addresses serve longer', async () => {
  const media = await addMedia(server, room, owner);
  await ask('StartPlayback', { media_id: media });
  const first = await proxied();
  await proxied();
  clock.runEvery(30_000);
  const socket = await later(first.endsAtMs - 60_000);
  clock.runEvery(30_000);
  clock.runEvery(30_000);
  const told = await socket.change('playback', ({ renewedAt }) => renewedAt !== undefined);
  expect(told.mediaId).toBe(media);
  const second = await proxied();
  expect(second.endsAtMs).toBeGreaterThan(first.endsAtMs);
  expect(second.url).not.toBe(first.url);
  expect([second.state.version, second.state.position_seconds]).toEqual([
    first.state.version,
    first.state.position_seconds,
  ]);
  expect(renewalsIn(socket)).toHaveLength(1);
  await socket.close();
});

test('[PB26] where the room cannot be told, the next look tells it', async () => {
  const media = await addMedia(server, room, owner);
  await ask('StartPlayback', { media_id: media });
  const { endsAtMs } = await proxied();
  const socket = await later(endsAtMs - 90_000);
  // A sequence counts what is rolled back, too.
  await server.sql('create sequence refusals');
  await server.sql(`create function refuse() returns trigger language plpgsql as $$
    begin perform nextval('refusals'); raise 'not now'; end $$`);
  await server.sql(`create trigger refused before insert on outbox for each row
    when (new.topic = '${room}') execute function refuse()`);
  clock.runEvery(30_000);
  await until('it has failed', async () => (await server.sql('select from refusals where is_called')).length === 1);
  await server.sql('drop function refuse cascade');
  await until('the room is told', () => {
    clock.runEvery(30_000);
    return renewalsIn(socket).length > 0;
  });
  await socket.close();
});

test('[PB26] a room that plays something else by then is told nothing', async () => {
  const [media, other] = [await addMedia(server, room, owner), await addMedia(server, room, owner)];
  await ask('StartPlayback', { media_id: media });
  const { endsAtMs } = await proxied();
  await ask('StartPlayback', { media_id: other });
  const socket = await later(endsAtMs - 60_000);
  clock.runEvery(30_000);
  await ask('StartPlayback', { media_id: media });
  const next = await socket.change(
    'playback',
    ({ mediaId, renewedAt }) => mediaId === media || renewedAt !== undefined,
  );
  expect(next.renewedAt).toBeUndefined();
  await socket.close();
});
