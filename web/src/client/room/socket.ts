import type { ServerMessage } from '@matinee/contract/gen/api.ts';
import { type Api, ApiError } from '../calls/api.ts';
import { makeStore, type Store } from '../store.ts';
import { backoffOf, type ConnectionState, type Outgoing, type PageEvents } from './connection.ts';
import { decodeFrame, encodeFrame } from './frames.ts';
import { makeWatchdog } from './watchdog.ts';
import { makeWays, type Way, type Ways } from './way.ts';

/** The part of a `WebSocket` that this file uses; tests pass one without a network. */
export type SocketLike = Pick<WebSocket, 'binaryType' | 'readyState' | 'send' | 'close'> & {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
};

/** The parts of the room's socket. */
export interface SocketParts {
  readonly api: Api;
  readonly roomId: string;
  readonly openSocket: (url: string) => SocketLike;
  /** Opens the same connection without a WebSocket. */
  readonly openLine: (baseUrl: string, roomId: string, ticket: string) => SocketLike;
  readonly events: PageEvents;
  readonly random: () => number;
  readonly now: () => number;
  /** The socket is open and may be written to; the welcome has not been read yet. */
  readonly onOpen: () => void;
  readonly onMessage: (message: ServerMessage, receivedMs: number) => void;
  /** The open connection is lost. */
  readonly onLost: () => void;
  readonly onPageEvent: (event: 'network' | 'shown') => void;
}

/** The one socket of a room: it reconnects by itself until it is terminated. */
export interface RoomSocket {
  readonly state: Store<ConnectionState>;
  /** @returns false when the socket is not open; nothing is kept. */
  send(message: Outgoing): boolean;
  close(): void;
}

/** Longest wait for the first frame: a proxy may accept a socket and then stay silent. */
const firstFrameMs = 10_000;

/**
 * Longest wait for a frame after the network or the tab came back: the page then sends probes, which the server answers
 * at once.
 */
const aliveCheckMs = 4_000;

const fatalStatus = new Set([400, 401, 403, 404, 410]);

/** Makes the socket and starts to connect. */
export function makeRoomSocket(parts: SocketParts): RoomSocket {
  const state = makeStore<ConnectionState>({ state: 'connecting' });
  const ways = makeWays();
  const current = makeCurrentLine(parts, ways, { onMessage: read, onRefused: terminate, onGone: lose });
  let attempts = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function terminate({ code, message }: { readonly code: string; readonly message: string }): void {
    drop();
    state.set({ state: 'terminated', reason: code, message });
    stopListening();
  }

  function drop(): void {
    clearTimeout(retry);
    current.drop();
  }

  function lose({ retryAfterMs, isPutOff }: PutOff): void {
    drop();
    if (state.get().state === 'terminated') return;
    const delay = Math.max(retryAfterMs, backoffOf(attempts, parts.random));
    attempts += 1;
    state.set({ state: 'reconnecting', attempts, isPutOff });
    retry = setTimeout(() => void current.connect(), delay);
  }

  function read(message: ServerMessage, receivedMs: number): void {
    const line = current.line();
    if (message.welcome && line) {
      attempts = 0;
      ways.worked(line.way);
      state.set({ state: 'open', way: line.way });
    }
    parts.onMessage(message, receivedMs);
    const { termination } = message;
    if (termination?.may_reconnect === false) terminate(termination);
  }

  const stopListening = parts.events.listen((event) => {
    if (event === 'network') ways.forget();
    if (state.get().state === 'reconnecting') {
      attempts = 0;
      clearTimeout(retry);
      void current.connect();
    }
    parts.onPageEvent(event);
    if (state.get().state === 'open') current.line()?.expectFrame(aliveCheckMs);
  });
  void current.connect();

  return {
    state,
    send: (message) => current.line()?.send(message) ?? false,
    close: () => (state.get().state === 'terminated' ? undefined : terminate({ code: 'closed', message: '' })),
  };
}

interface CurrentLineEvents {
  readonly onMessage: (message: ServerMessage, receivedMs: number) => void;
  /** The server refuses this page a ticket. */
  readonly onRefused: (error: ApiError) => void;
  /** There is no connection now. */
  readonly onGone: (putOff: PutOff) => void;
}

/** The connection in use. The next one replaces it. */
function makeCurrentLine(parts: SocketParts, ways: Ways, events: CurrentLineEvents) {
  let line: Line | undefined;
  // Number of the connection that is being made. A ticket for an earlier connection, which was given up, is not used.
  let generation = 0;

  function drop(): void {
    generation += 1;
    if (line === undefined) return;
    line.end();
    line = undefined;
    parts.onLost();
  }

  return {
    line: () => line,
    drop,
    async connect(): Promise<void> {
      drop();
      const mine = generation;
      const answer = await askForTicket(parts);
      if (mine !== generation) return;
      if ('refusal' in answer) return events.onRefused(answer.refusal);
      if ('retryAfterMs' in answer) return events.onGone(answer);
      line = openLine(parts, ways.next(), answer.ticket, {
        onMessage: events.onMessage,
        onGone: () => events.onGone(connectionLost),
      });
    },
  };
}

/** One connection, from opening to its end. */
interface Line {
  readonly way: Way;
  send(message: Outgoing): boolean;
  /** Closes the connection unless a frame arrives in time. */
  expectFrame(withinMs: number): void;
  /** Closes it. It reports no events after that. */
  end(): void;
}

interface LineEvents {
  readonly onMessage: (message: ServerMessage, receivedMs: number) => void;
  /** The connection was closed, or was silent for too long. */
  readonly onGone: () => void;
}

function openLine(parts: SocketParts, way: Way, ticket: string, { onMessage, onGone }: LineEvents): Line {
  const { api, roomId } = parts;
  const socket =
    way === 'socket'
      ? parts.openSocket(socketUrl(api.baseUrl, roomId, ticket))
      : parts.openLine(api.baseUrl, roomId, ticket);
  const watchdog = makeWatchdog(onGone);
  socket.binaryType = 'arraybuffer';
  watchdog.watch(firstFrameMs);

  function send(message: Outgoing): boolean {
    // 1 is WebSocket.OPEN.
    if (socket.readyState !== 1) return false;
    socket.send(encodeFrame(message));
    return true;
  }

  socket.onopen = parts.onOpen;
  socket.onclose = onGone;
  socket.onmessage = ({ data }) => {
    if (!(data instanceof ArrayBuffer)) return;
    const receivedMs = parts.now();
    watchdog.feed();
    const message = decodeFrame(data);
    // A connection that is silent for two heartbeats is dead (realtime.proto, Welcome).
    if (message.welcome) watchdog.watch(Math.max(1, message.welcome.heartbeat_seconds) * 2000);
    if (message.heartbeat) send({ heartbeat: {} });
    onMessage(message, receivedMs);
  };

  return {
    way,
    send,
    expectFrame: watchdog.feed,
    end() {
      watchdog.stop();
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
}

/** The server is down, or (`isPutOff`) answers that it cannot connect now. The client may ask again after this time. */
interface PutOff {
  readonly retryAfterMs: number;
  readonly isPutOff: boolean;
}

const connectionLost: PutOff = { retryAfterMs: 0, isPutOff: false };

type TicketAnswer =
  | { readonly ticket: string }
  /** A retry would not help. */
  | { readonly refusal: ApiError }
  | PutOff;

async function askForTicket({ api, roomId }: SocketParts): Promise<TicketAnswer> {
  try {
    return await api.call('RoomService.CreateWebSocketTicket', { room_id: roomId });
  } catch (error) {
    if (!(error instanceof ApiError)) return connectionLost;
    if (fatalStatus.has(error.status)) return { refusal: error };
    return { retryAfterMs: (error.retryAfterSeconds ?? 0) * 1000, isPutOff: error.status === 503 };
  }
}

/**
 * `wss://host/ws/rooms/<id>?ticket=…` for the server at `baseUrl`, which is a path on the page's own host or a whole
 * address.
 */
export function socketUrl(baseUrl: string, roomId: string, ticket: string): string {
  const address = `${baseUrl.replace(/\/$/, '')}/ws/rooms/${encodeURIComponent(roomId)}`;
  const url = new URL(address, URL.canParse(address) ? undefined : window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = new URLSearchParams({ ticket }).toString();
  return url.href;
}
