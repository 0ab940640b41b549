import { createServer } from 'node:net';
import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import {
  BrowserFamily,
  ViewerPlayer,
  ViewerState,
  ViewerWay,
} from '@matinee/contract/gen/service/client/viewer_reports_pb.ts';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { type CountedDatabase, countRoundTrips } from '@matinee/testkit/round-trips/counted-database.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import type { TestSocket } from '@matinee/testkit/socket-client.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: CountedDatabase;
let server: TestServer;
let metricsPort: number;
let anna: TestUser;
let ben: TestUser;
beforeAll(async () => {
  database = await countRoundTrips(await freshDatabase());
  metricsPort = await freePort();
  const config = { 'management.metrics_address': `127.0.0.1:${metricsPort}` };
  server = await startTestServer({ database: database.address, config });
  [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
});
afterAll(async () => {
  await server?.stop();
  database?.close();
});

const metrics = async () => (await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).split('\n');

const report = {
  mediaId: '',
  state: ViewerState.PLAYING,
  intervalSeconds: 30,
  offsetP50Ms: 20,
  offsetP95Ms: 60,
  stalls: 0,
  stalledSeconds: 0,
  player: ViewerPlayer.NATIVE,
  way: ViewerWay.DIRECT,
  browser: BrowserFamily.CHROME,
} as const;

/** Sends a report, and waits until the server has read it. */
async function tell(socket: TestSocket, over: object = {}): Promise<void> {
  socket.send({ case: 'viewerReport', value: { ...report, ...over } });
  socket.send({ case: 'clockProbe', value: { clientSentMs: 1 } });
  await socket.next('clockReply');
}

test('[DG1] [DG2] a report counts while its connection lasts, and costs no round trip to the database', async () => {
  const room = await makeRoom(server, anna);
  const socket = await server.socket(room, anna.token);
  expect(await database.fewest(() => tell(socket))).toBe(0);
  expect(await metrics()).toContain('matinee_viewers{state="playing",way="direct"} 1');
  await socket.close();
  await expect.poll(metrics).not.toContain('matinee_viewers{state="playing",way="direct"} 1');
});

test('[DG1] a report that breaks the contract is refused, and the earlier one stays', async () => {
  const room = await makeRoom(server, anna);
  const socket = await server.socket(room, anna.token);
  await tell(socket, { way: ViewerWay.PEERS });
  for (const over of [{ problem: 'Anna’s film' }, { missingCodecs: ['H 264'] }, { offsetP50Ms: -1 }, { browser: 0 }]) {
    socket.send({ case: 'viewerReport', value: { ...report, ...over } });
    expect(await socket.next('error')).toMatchObject({ code: 'realtime.bad_frame' });
  }
  expect(await metrics()).toContain('matinee_viewers{state="playing",way="peers"} 1');
  await socket.close();
});

test('[DG2] where delays may come from is measured', async () => {
  const names = (await metrics()).map((line) => line.split(' ', 1)[0]);
  expect(names).toEqual(
    expect.arrayContaining([
      'matinee_conversions_waiting',
      'matinee_database_connections_in_use',
      'matinee_database_connections_limit',
      'matinee_database_waiting',
      'matinee_slice_cache_bytes',
      'matinee_slice_cache_hits_total',
    ]),
  );
});

test('[DG2] the waits of rooms are measured', async () => {
  const room = await makeRoom(server, anna, { settings: { wait_seconds: 60, wait_quorum_percent: 100 } });
  await joinRoom(server, room, ben);
  const mediaId = await addMedia(server, room, anna, 'film');
  const [one, two] = [await server.socket(room, anna.token), await server.socket(room, ben.token)];
  await one.observe({ case: 'playbackState', value: {} });
  await server.ok({ call: 'RoomService.StartPlayback', token: anna.token, room, request: { media_id: mediaId } });
  one.send({ case: 'playbackReport', value: { mediaId, state: PresenceState.PLAYING } });
  two.send({ case: 'playbackReport', value: { mediaId, state: PresenceState.BUFFERING } });
  const began = await one.change('playbackState', ({ action }) => action === PlaybackAction.WAIT);
  two.send({ case: 'playbackReport', value: { mediaId, state: PresenceState.PLAYING } });
  const ended = await one.change('playbackState', ({ action }) => action === PlaybackAction.RESUME);
  await expect.poll(metrics).toContain('matinee_wait_seconds_count 1');
  const sum = (await metrics()).find((line) => line.startsWith('matinee_wait_seconds_sum '));
  expect(Number(sum?.split(' ')[1])).toBeCloseTo((ended.atMs - began.atMs) / 1_000, 2);
  await Promise.all([one.close(), two.close()]);
});

test('[DG3] [DG7] a room is diagnosed: who is there, what is wrong, and who did what', async () => {
  const room = await makeRoom(server, anna);
  await joinRoom(server, room, ben);
  const mediaId = await addMedia(server, room, anna, 'film');
  const [one, two] = [await server.socket(room, anna.token), await server.socket(room, ben.token)];
  await one.observe({ case: 'onlineMembers', value: {} });
  await one.change('onlineMembers', ({ memberCount }) => memberCount === 2);
  const call = (name: string, request: object = {}) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, request: request as never });
  await call('StartPlayback', { media_id: mediaId });
  await call('UpdatePlaybackState', { is_playing: false, position_seconds: 12 });
  const failed = { state: ViewerState.FAILED, problem: 'format', missingCodecs: ['hevc'], mediaId };
  await tell(two, failed);
  const { diagnosis } = await call('DiagnoseRoom');
  expect(diagnosis).toMatchObject({
    playback_state: { media_id: mediaId, is_playing: false },
    viewers: [
      {
        user_id: ben.id,
        display_name: ben.username,
        report: { state: 'failed', problem: 'format', player: 'native', way: 'direct', browser: 'chrome' },
        reported_at: expect.any(String),
        findings: [{ cause: 'codec', params: { codecs: 'HEVC' }, sentence: expect.stringMatching(/cannot play HEVC/) }],
      },
      { user_id: anna.id, findings: [] },
    ],
    findings: [],
    silent_replicas: 0,
  });
  expect(diagnosis.viewers[1]).not.toHaveProperty('report');
  expect(diagnosis.commands.map((state: Record<string, unknown>) => [state['actor_id'], state['action']])).toEqual([
    [anna.id, expect.stringMatching(/pause|seek/)],
    [anna.id, 'start'],
  ]);
  await Promise.all([one.close(), two.close()]);
});

test('[DG3] who changes settings and may not see members gets none', async () => {
  const room = await makeRoom(server, anna);
  await joinRoom(server, room, ben);
  const member = { user_id: ben.id, role: 'admin', removed_permissions: ['view_members'], replace_permissions: true };
  const call = (name: string, user: TestUser, request: object = {}) =>
    server.rest({ call: `RoomService.${name}`, token: user.token, room, request: request as never });
  expect(await call('UpdateMemberPermissions', anna, member)).toMatchObject({ status: 200 });
  expect(await call('DiagnoseRoom', ben)).toMatchObject({ status: 403, reason: 'realtime.not_permitted' });
});

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as { port: number };
  await new Promise((resolve) => holder.close(resolve));
  return port;
}
