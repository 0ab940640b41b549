import { expect, test } from 'vitest';
import { makeIceServers } from './ice-servers.ts';

const minuteMs = 60_000;

/** Servers whose credentials expire ten minutes after the request, by the server's clock. */
function makeWorld() {
  let nowMs = Date.parse('2026-06-15T12:00:00Z');
  const asked: unknown[] = [];
  const room = {
    roomId: 'room_1',
    clock: { now: () => nowMs },
    api: {
      async call(method: string, request: object) {
        asked.push([method, request]);
        const servers = [
          { urls: ['stun:kino.test'] },
          { urls: ['turn:kino.test'], username: `user ${asked.length}`, credential: 'secret' },
        ];
        return { servers, webrtc: { expires_at: new Date(nowMs + 10 * minuteMs).toISOString() } };
      },
    },
  };
  const servers = makeIceServers(room as never);
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { servers, asked, pass };
}

test('servers are asked for once, and again when their credentials end within five minutes', async () => {
  const { servers, asked, pass } = makeWorld();
  await servers.load();
  await servers.load();
  pass(5 * minuteMs);
  await servers.load();
  expect(asked).toEqual([['RoomService.GetIceServers', { room_id: 'room_1' }]]);
  pass(1);
  await servers.load();
  expect(asked).toHaveLength(2);
  expect(servers.configuration().iceServers![1]).toMatchObject({ username: 'user 2' });
});

test('a connection gets the credentials where a server has some, and no server before they are known', async () => {
  const { servers } = makeWorld();
  expect([servers.held(), servers.configuration()]).toEqual([
    undefined,
    { iceServers: [], bundlePolicy: 'max-bundle' },
  ]);
  await servers.load();
  expect(servers.configuration().iceServers).toEqual([
    { urls: ['stun:kino.test'] },
    { urls: ['turn:kino.test'], username: 'user 1', credential: 'secret' },
  ]);
});
