import { fromBinary, toBinary } from '@bufbuild/protobuf';
import type { ClientMessage } from '@matinee/contract/gen/api.ts';
import { ClientMessageSchema, ServerMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { parseJson } from '@matinee/contract/json/parse.ts';
import { printJson } from '@matinee/contract/json/print.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Api, ApiError } from '../calls/api.ts';
import { backoffOf } from './connection.ts';
import { openRoom, type RoomConnection } from './room.ts';
import type { SocketLike } from './socket.ts';

/** A room whose server is the test. */
function makeWorld(refusal?: ApiError) {
  const sockets: (SocketLike & { url: string; sent: ClientMessage[]; say(message: object): void; open(): void })[] = [];
  let tickets = 0;
  let heard: (event: 'network' | 'shown') => void = () => {};
  const api = {
    baseUrl: 'http://matinee.test',
    call: async () => {
      if (refusal) throw refusal;
      tickets += 1;
      return { ticket: `t${tickets}` };
    },
  } as unknown as Api;
  const room = openRoom(api, 'room_1', {
    openSocket(url) {
      const socket = {
        url,
        sent: [] as ClientMessage[],
        readyState: 0,
        binaryType: 'blob' as BinaryType,
        onopen: null as (() => void) | null,
        onmessage: null as ((event: { data: unknown }) => void) | null,
        onclose: null as (() => void) | null,
        send(data: unknown) {
          const message = fromBinary(ClientMessageSchema, data as Uint8Array);
          socket.sent.push(printJson(ClientMessageSchema, message) as unknown as ClientMessage);
        },
        close() {
          socket.readyState = 3;
        },
        open() {
          socket.readyState = 1;
          socket.onopen?.();
          socket.say({
            welcome: { room_id: 'room_1', connection_id: 'c', principal_id: 'usr_1', heartbeat_seconds: 5 },
          });
        },
        say(message: object) {
          const bytes = toBinary(ServerMessageSchema, parseJson(ServerMessageSchema, message as never));
          socket.onmessage?.({ data: bytes.slice().buffer });
        },
      };
      sockets.push(socket as never);
      return socket as never;
    },
    events: {
      listen(listener) {
        heard = listener;
        return () => {};
      },
    },
    random: () => 0.5,
    now: () => Date.now(),
  });
  return {
    room,
    sockets,
    pageEvent: (event: 'network' | 'shown') => heard(event),
    /** Waits for the ticket, then opens the newest socket. */
    async connect() {
      await vi.advanceTimersByTimeAsync(0);
      sockets.at(-1)!.open();
      return sockets.at(-1)!;
    },
  };
}

let opened: RoomConnection | undefined;
const start = (refusal?: ApiError) => {
  const world = makeWorld(refusal);
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
  expect(room.connection.get()).toEqual({ state: 'open' });
  expect(first.sent.filter((message) => message.observeResource)).toHaveLength(8);
  first.say(changed(7));
  first.say({ resourceChanged: { observe_id: 'chatEvents', sequence: '42', version: 0, snapshot: false } });
  first.onclose?.();
  expect(room.connection.get()).toEqual({ state: 'reconnecting', attempts: 1 });
  await vi.advanceTimersByTimeAsync(300);
  const second = await connect();
  expect(sockets).toHaveLength(2);
  expect(second.url).toContain('t2');
  const observed = (id: string) => second.sent.find((m) => m.observeResource?.observe_id === id)?.observeResource;
  expect(observed('playbackState')).toMatchObject({ version: 7 });
  expect(observed('chatEvents')).toMatchObject({ after_event_sequence: '42' });
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
  expect(down.room.connection.get().state).toBe('reconnecting');
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

test('[CS5] chat waits for the connection and keeps its id, a playback command does not wait', async () => {
  const { room, connect } = start();
  const said = room.command({ send_chat_message: { content: 'hello' } });
  await expect(room.command({ update_playback_state: { is_playing: true } })).rejects.toMatchObject({
    code: 'offline',
  });
  const sentOn = (socket: { sent: ClientMessage[] }) => socket.sent.find((m) => m.send_chat_message);
  const first = await connect();
  const message = sentOn(first)!;
  expect(message.send_chat_message).toMatchObject({ content: 'hello', client_message_id: message.client_operation_id });
  first.onclose?.();
  await vi.advanceTimersByTimeAsync(300);
  const second = await connect();
  expect(sentOn(second)).toEqual(message);
  second.say({ command_done: { client_operation_id: message.client_operation_id } });
  await said;
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
  const name = () => room.cache.stores.playbackState.get()?.media_name;
  socket.say(changed(5));
  socket.say(changed(4));
  expect(name()).toBe('v5');
  const snapshot = changed(3).resourceChanged;
  socket.say({ resourceChanged: { ...snapshot, snapshot: true } });
  expect(name()).toBe('v3');
});
