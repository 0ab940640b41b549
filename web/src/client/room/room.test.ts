import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../calls/api.ts';
import { backoffOf } from './connection.ts';
import { defineResource } from './resource.ts';
import { makeRoomWorld } from './room.fixture.ts';
import type { RoomConnection } from './room.ts';

const playbackState = defineResource({ observe: 'playbackState', changed: 'playbackState' });
const chatEvents = defineResource({ observe: 'chatEvents', changed: 'chatEvent', resume: 'sequence' });
const onlineMembers = defineResource({ observe: 'onlineMembers', changed: 'onlineMembers', resume: 'snapshot' });

let opened: RoomConnection | undefined;
const start = (refusal?: ApiError) => {
  const world = makeRoomWorld([playbackState, chatEvents, onlineMembers], refusal);
  opened = world.room;
  return world;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  opened?.close();
  vi.useRealTimers();
});

const changed = (version: number) => ({
  resourceChanged: {
    observe_id: 'playbackState',
    version,
    snapshot: false,
    playbackState: { media_name: `v${version}`, version },
  },
});

test('[CS1] it opens with a ticket and observes; after a loss with a new ticket and what it holds', async () => {
  const { room, sockets, connect } = start();
  const first = await connect();
  expect(first.url).toBe('ws://matinee.test/ws/rooms/room_1?ticket=t1');
  expect(room.connection.get()).toEqual({ state: 'open', way: 'socket' });
  expect(first.sent.filter((message) => message.observeResource)).toHaveLength(3);
  first.say(changed(7));
  first.say({ resourceChanged: { observe_id: 'chatEvents', sequence: '42', version: 0, snapshot: false } });
  first.onclose?.();
  expect(room.connection.get()).toEqual({ state: 'reconnecting', attempts: 1, isPutOff: false });
  await vi.advanceTimersByTimeAsync(300);
  const second = await connect();
  expect(sockets).toHaveLength(2);
  expect(second.url).toContain('t2');
  const observed = (id: string) => second.sent.find((m) => m.observeResource?.observe_id === id)?.observeResource;
  expect(observed('playbackState')).toMatchObject({ version: 7 });
  expect(observed('chatEvents')).toMatchObject({ after_event_sequence: '42' });
});

test('[CS10] where sockets bring nothing the page connects without them, until the network is another one', async () => {
  const { room, sockets, connect, pageEvent } = start();
  const ways = () => sockets.map(({ url }) => url.slice(0, url.indexOf(':')));
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await vi.advanceTimersByTimeAsync(0);
    sockets.at(-1)!.onclose?.();
    await vi.advanceTimersByTimeAsync(10_000);
  }
  const line = await connect();
  expect(ways()).toEqual(['ws', 'ws', 'line']);
  expect(room.connection.get()).toEqual({ state: 'open', way: 'line' });
  expect(line.sent.filter((message) => message.observeResource)).toHaveLength(3);
  line.onclose?.();
  await vi.advanceTimersByTimeAsync(10_000);
  (await connect()).onclose?.();
  expect(ways()).toEqual(['ws', 'ws', 'line', 'line']);
  pageEvent('network');
  await connect();
  expect(ways().at(-1)).toBe('ws');
});

test('[CS2] the backoff doubles up to ten seconds, and a returning network does not wait for it', async () => {
  expect([0, 1, 2, 10].map((attempt) => backoffOf(attempt, () => 1))).toEqual([300, 600, 1_200, 10_000]);
  expect(backoffOf(3, () => 0)).toBe(1_200);
  const { sockets, connect, pageEvent } = start();
  (await connect()).onclose?.();
  pageEvent('network');
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(2);
});

test('[CS3] a silent connection is given up, one with heartbeats is not and answers them', async () => {
  const { room, connect } = start();
  const socket = await connect();
  await vi.advanceTimersByTimeAsync(9_000);
  socket.say({ heartbeat: {} });
  expect(socket.sent.at(-1)).toEqual({ heartbeat: {} });
  await vi.advanceTimersByTimeAsync(9_900);
  expect(room.connection.get().state).toBe('open');
  await vi.advanceTimersByTimeAsync(200);
  expect(room.connection.get().state).toBe('reconnecting');
});

test('[CS4] a refused ticket is final, a server that is down is not', async () => {
  const refusal = (status: number, code: string) => new ApiError({ status, code, message: 'No.', requestId: '' });
  const gone = start(refusal(404, 'room.not_found'));
  await vi.advanceTimersByTimeAsync(0);
  expect(gone.room.connection.get()).toMatchObject({ state: 'terminated', reason: 'room.not_found' });
  const down = start(refusal(503, 'unavailable'));
  await vi.advanceTimersByTimeAsync(0);
  expect(down.room.connection.get()).toMatchObject({ state: 'reconnecting', isPutOff: true });
});

test('[CS4] a termination without return is final, one with return is not', async () => {
  const { room, connect } = start();
  const socket = await connect();
  socket.say({ termination: { code: 'shutdown', message: '', may_reconnect: true } });
  socket.onclose?.();
  expect(room.connection.get().state).toBe('reconnecting');
  await vi.advanceTimersByTimeAsync(300);
  (await connect()).say({ termination: { code: 'removed', message: 'Bye.', may_reconnect: false } });
  expect(room.connection.get()).toEqual({ state: 'terminated', reason: 'removed', message: 'Bye.' });
});

test('[CS5] a command does not wait for a connection, and is given up with the one that it was sent over', async () => {
  const { room, connect } = start();
  const run = () => room.command({ update_playback_state: { is_playing: true } });
  await expect(run()).rejects.toMatchObject({ code: 'offline' });
  const socket = await connect();
  const lost = run();
  lost.catch(() => {});
  socket.onclose?.();
  await expect(lost).rejects.toMatchObject({ code: 'connection_lost' });
});

test('[CS6] a command ends with its answer, its error, or in time', async () => {
  const { room, connect } = start();
  const socket = await connect();
  const send = () => {
    const result = room.command({ update_playback_state: { is_playing: true } });
    result.catch(() => {});
    return { result, id: socket.sent.at(-1)!.client_operation_id! };
  };
  const done = send();
  socket.say({ command_done: { client_operation_id: done.id } });
  await done.result;
  const refused = send();
  socket.say({ error: { code: 'playback.stale', message: 'No.', client_operation_id: refused.id } });
  await expect(refused.result).rejects.toMatchObject({ code: 'playback.stale' });
  const silent = send();
  const heartbeats = setInterval(() => socket.say({ heartbeat: {} }), 1_000);
  await vi.advanceTimersByTimeAsync(10_000);
  clearInterval(heartbeats);
  await expect(silent.result).rejects.toMatchObject({ code: 'timeout' });
});

test('[CS7] older and repeated changes change nothing, a snapshot replaces', async () => {
  const { room, connect } = start();
  const socket = await connect();
  const name = () => room.resources.store(playbackState).get()?.media_name;
  socket.say(changed(5));
  socket.say(changed(4));
  expect(name()).toBe('v5');
  const snapshot = changed(3).resourceChanged;
  socket.say({ resourceChanged: { ...snapshot, snapshot: true } });
  expect(name()).toBe('v3');
});

test('[CS9] a page has an address while it is connected, another one each time, and hears and sends signals', async () => {
  const { room, sockets, connect } = start();
  const heard: unknown[] = [];
  const end = room.hear('webrtc_signal', (signal) => heard.push(signal));
  expect(room.address.get()).toBe(undefined);
  expect(room.tell({ webrtc_signal: { peer: 'usr_2:d', description: { type: 'offer', sdp: 'v=0' } } })).toBe(false);
  const socket = await connect();
  expect(room.address.get()).toBe('usr_1:c');
  room.tell({ webrtc_signal: { peer: 'usr_2:d', description: { type: 'offer', sdp: 'v=0' } } });
  expect(socket.sent.at(-1)).toEqual({
    webrtc_signal: { peer: 'usr_2:d', description: { type: 'offer', sdp: 'v=0' } },
  });
  const answer = { peer: 'usr_2:d', candidates: { candidates: [{ candidate: 'candidate:1' }] } };
  socket.say({ webrtc_signal: answer });
  end();
  socket.say({ webrtc_signal: answer });
  expect(heard).toEqual([answer]);
  sockets.at(-1)!.onclose?.();
  expect(room.address.get()).toBe(undefined);
});

test('[CS9] commands of the connection are sent without the room', async () => {
  const { room, connect } = start();
  const socket = await connect();
  const joining = room.command({ webrtc_voice_join: { muted: true } }, { id: 'op1' });
  expect(socket.sent.at(-1)).toEqual({ webrtc_voice_join: { muted: true }, client_operation_id: 'op1' });
  socket.say({ command_done: { client_operation_id: 'op1' } });
  await joining;
});
