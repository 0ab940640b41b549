import { fromBinary, toBinary } from '@bufbuild/protobuf';
import type { ClientMessage } from '@matinee/contract/gen/api.ts';
import { ClientMessageSchema, ServerMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { parseJson } from '@matinee/contract/json/parse.ts';
import { printJson } from '@matinee/contract/json/print.ts';
import { vi } from 'vitest';
import type { Api, ApiError } from '../calls/api.ts';
import type { Resource } from './resource.ts';
import { openRoom } from './room.ts';
import type { SocketLike } from './socket.ts';

/** A room whose server is the test; needs fake timers. `refusal`: the server's answer instead of a ticket. */
export function makeRoomWorld(observed: readonly Resource<unknown>[], refusal?: ApiError) {
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
  const open = (url: string) => {
    const socket = makeTestSocket(url);
    sockets.push(socket as never);
    return socket as never;
  };

  const room = openRoom(api, 'room_1', observed, {
    openSocket: open,
    openLine: (_baseUrl, roomId, ticket) => open(`line:${roomId}?ticket=${ticket}`),
    events: {
      listen(listener) {
        heard = listener;
        return () => {};
      },
    },
    random: () => 0.5,
    now: () => Date.now(),
    onRefused: async () => {},
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

/** A socket whose other end is the test. */
function makeTestSocket(url: string) {
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
  return socket;
}
