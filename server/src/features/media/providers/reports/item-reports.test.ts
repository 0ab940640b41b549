/** From the report of a player to the upstream of the item, over a whole server. */
import { type JumpingClock, makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeEmby, startFakeEmby } from '../../../../providers/emby/emby.fake.ts';
import { reportEveryMs } from './watch-reports.ts';

let server: TestServer;
let emby: FakeEmby;
let clock: JumpingClock;
let owner: TestUser;
let account: string;
beforeAll(async () => {
  clock = makeJumpingClock();
  [server, emby] = await Promise.all([startTestServer({ clock }), startFakeEmby()]);
  owner = await server.signUp('owner');
  const { url, username, password } = emby;
  const login = { call: 'EmbyProviderService.Login', token: owner.token, request: { url, username, password } };
  account = (await server.ok(login)).account.id;
});
afterAll(async () => {
  emby?.stop();
  await server?.stop();
});

/** Plays an item in its own room, with a player that reports. */
async function watch(itemId: string, reportsProgress: boolean) {
  const room = await makeRoom(server, owner);
  const call = (method: string, request: object) =>
    server.ok({ call: `RoomService.${method}`, token: owner.token, room, request: request as never });
  const source = { emby: { account_id: account, item_id: itemId, reports_progress: reportsProgress } };
  const { media } = await call('AddMedia', { source });
  await call('StartPlayback', { media_id: media.id, position_seconds: 60, paused: true });
  const socket = await server.socket(room, owner.token);
  socket.send({ case: 'playbackReport', value: { mediaId: media.id } });
  return { call, socket };
}

const linesOf = (itemId: string) =>
  emby.asked
    .filter(({ line, message }) => line.startsWith('POST /Sessions/Playing') && message['ItemId'] === itemId)
    .map(
      ({ line, message }) => `${line} ${message['PlaySessionId']} ${message['PositionTicks']} ${message['IsPaused']}`,
    );
/** Lets an interval pass, and gives the requests that the media server has received. */
function told(itemId: string): string[] {
  clock.jump(reportEveryMs);
  clock.runEvery(reportEveryMs);
  return linesOf(itemId);
}

test('[PV35] [EB10] a server is told what a room watches, for as long as it does', async () => {
  const { call, socket } = await watch('m1', true);
  const other = await watch('m0', false);
  const start = 'POST /Sessions/Playing play1 600000000 true';
  // The report arrives at some moment; until then nothing is due.
  await expect.poll(() => told('m1')[0]).toBe(start);
  const before = linesOf('m1').length;
  await expect.poll(() => told('m1').length).toBeGreaterThan(before);
  expect(linesOf('m1').at(-1)).toBe('POST /Sessions/Playing/Progress play1 600000000 true');
  await call('StopPlayback', {});
  await expect.poll(() => told('m1').at(-1)).toContain('POST /Sessions/Playing/Stopped play1');
  expect(linesOf('m0')).toEqual([]);
  await Promise.all([socket.close(), other.socket.close()]);
});

test('[PV35] [EB10] and when everybody has left, that it ended', async () => {
  const { socket } = await watch('m3', true);
  await expect.poll(() => told('m3').length).toBeGreaterThan(0);
  await socket.close();
  await expect.poll(() => told('m3').at(-1)).toContain('/Sessions/Playing/Stopped');
});
