import type { ServerMessage } from '@matinee/contract/gen/api.ts';
import { type Api, ApiError } from '../calls/api.ts';
import { makeStore, type Store } from '../store.ts';
import { backoffOf, type ConnectionState, type Outgoing, type PageEvents } from './connection.ts';
import { decodeFrame, encodeFrame } from './frames.ts';

/** What this file uses of a `WebSocket`; tests pass one without a network. */
export type SocketLike = Pick<WebSocket, 'binaryType' | 'readyState' | 'send' | 'close'> & {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
};

/** What the room's socket is made of. */
export interface SocketParts {
  readonly api: Api;
  readonly roomId: string;
  readonly openSocket: (url: string) => SocketLike;
  readonly events: PageEvents;
  readonly random: () => number;
  readonly now: () => number;
  /** The socket is open and may be written to; the welcome has not been read yet. */
  readonly onOpen: () => void;
  readonly onMessage: (message: ServerMessage, receivedMs: number) => void;
  /** What was open is not any more. */
  readonly onLost: () => void;
  readonly onPageEvent: (event: 'network' | 'shown') => void;
}

/** The one socket of a room: it reconnects by itself until it is terminated. */
export interface RoomSocket {
  readonly state: Store<ConnectionState>;
  /** @returns false when the socket is not open; nothing is kept. */
  send(message: Outgoing): boolean;
  /** Gives up a connection that seems dead and connects again. */
  restart(): void;
  close(): void;
}

/** Longest wait for a first frame; a proxy may accept a socket and then say nothing. */
const firstFrameMs = 10_000;

/** Longest wait for any frame after the network or the tab came back: the probes that are sent then have answers at once. */
const aliveCheckMs = 4_000;

const fatalStatus = new Set([400, 401, 403, 404, 410]);

/** Makes the socket and starts to connect. */
export function makeRoomSocket(parts: SocketParts): RoomSocket {
  const state = makeStore<ConnectionState>({ state: 'connecting' });
  let socket: SocketLike | undefined;
  let attempts = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let silenceMs = firstFrameMs;
  // Each connection has a number; what an older one still says is not listened to.
  let generation = 0;

  function terminate(reason: string, message: string): void {
    drop();
    state.set({ state: 'terminated', reason, message });
    stopListening();
  }

  function drop(): void {
    generation += 1;
    clearTimeout(retry);
    clearTimeout(watchdog);
    const old = socket;
    socket = undefined;
    if (old === undefined) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
    parts.onLost();
  }

  function lose(retryAfterMs = 0): void {
    drop();
    if (state.get().state === 'terminated') return;
    const delay = Math.max(retryAfterMs, backoffOf(attempts, parts.random));
    attempts += 1;
    state.set({ state: 'reconnecting', attempts });
    retry = setTimeout(() => void connect(), delay);
  }

  function feedWatchdog(afterMs = silenceMs): void {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => lose(), afterMs);
  }

  async function connect(): Promise<void> {
    drop();
    const mine = generation;
    let ticket: string;
    try {
      ({ ticket } = await parts.api.call('RoomService.CreateWebSocketTicket', { room_id: parts.roomId }));
    } catch (error) {
      if (mine !== generation) return;
      if (error instanceof ApiError && fatalStatus.has(error.status)) return terminate(error.code, error.message);
      return lose(error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0);
    }
    if (mine !== generation) return;
    const opened = parts.openSocket(socketUrl(parts.api.baseUrl, parts.roomId, ticket));
    socket = opened;
    opened.binaryType = 'arraybuffer';
    silenceMs = firstFrameMs;
    feedWatchdog();
    opened.onopen = () => parts.onOpen();
    opened.onmessage = (event) => receive(event.data, parts.now());
    opened.onclose = () => lose();
  }

  function receive(data: unknown, receivedMs: number): void {
    if (!(data instanceof ArrayBuffer)) return;
    feedWatchdog();
    const message = decodeFrame(data);
    if (message.welcome) {
      attempts = 0;
      // A connection that is silent for twice the heartbeat is dead (realtime.proto, Welcome).
      silenceMs = Math.max(1, message.welcome.heartbeat_seconds) * 2000;
      feedWatchdog();
      state.set({ state: 'open' });
    }
    if (message.heartbeat) send({ heartbeat: {} });
    parts.onMessage(message, receivedMs);
    if (message.termination?.may_reconnect === false) {
      terminate(message.termination.code, message.termination.message);
    }
  }

  function send(message: Outgoing): boolean {
    // 1 is WebSocket.OPEN.
    if (socket === undefined || socket.readyState !== 1) return false;
    socket.send(encodeFrame(message));
    return true;
  }

  const stopListening = parts.events.listen((event) => {
    if (state.get().state === 'reconnecting') {
      attempts = 0;
      void connect();
    }
    parts.onPageEvent(event);
    if (state.get().state === 'open') feedWatchdog(aliveCheckMs);
  });
  void connect();

  return {
    state,
    send,
    restart: () => lose(),
    close() {
      if (state.get().state !== 'terminated') terminate('closed', '');
    },
  };
}

/** `wss://host/ws/rooms/<id>?ticket=…` for the server at `baseUrl`; the page's own when that is empty. */
export function socketUrl(baseUrl: string, roomId: string, ticket: string): string {
  const url = new URL(`/ws/rooms/${encodeURIComponent(roomId)}`, baseUrl === '' ? window.location.href : baseUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = new URLSearchParams({ ticket }).toString();
  return url.href;
}
