/**
 * Outgoing WebSockets to targets named by sites. The guard checks each connection when it is made; redirects are not
 * followed. Received frames and bytes per second are limited.
 */
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket } from 'ws';
import type { Clock } from '../../kernel/clock.ts';
import type { OutgoingGuard } from '../outgoing/guard.ts';

interface OutgoingSocketOptions {
  readonly guard: Pick<OutgoingGuard, 'checkLiteral' | 'lookup'>;
  readonly clock: Clock;
  /** Time limit for the connection and its handshake, in milliseconds. */
  readonly timeoutMs?: number;
  /** Largest frame, in bytes. */
  readonly maxBytes?: number;
  readonly maxBytesPerSecond?: number;
}

/** Callbacks of a connection. `onClosed` is called once, and last. */
export interface SocketListener {
  onOpen(): void;
  onFrame(frame: Buffer): void;
  /** `cause`: the failure; undefined: the other side closed normally. */
  onClosed(cause: Error | undefined): void;
}

export interface OutgoingSocket {
  /** Does nothing while the connection is not open. */
  send(frame: string | Uint8Array): void;
  /** Closes the connection. No callback follows. */
  close(): void;
}

/** Opens a connection. Every failure is reported to the listener. */
export type ConnectSocket = (
  url: string,
  headers: Readonly<Record<string, string>>,
  listener: SocketListener,
) => OutgoingSocket;

/** The same as for HTTP. */
const defaultTimeoutMs = 10_000;
/** Chats send some kilobytes at a time, and up to a few hundred kilobytes compressed. */
const defaultMaxBytes = 1_048_576;
/** The busiest chats send less than a tenth of this. */
const defaultMaxBytesPerSecond = 4 * 1_048_576;
/** How long the other side may take to close, in milliseconds. */
const closeMs = 1_000;

/** Declared separately, because the library's types lack some of these options. */
const limits = { perMessageDeflate: false, followRedirects: false, maxFragments: 64, closeTimeout: closeMs };

export function makeOutgoingSockets(options: OutgoingSocketOptions): ConnectSocket {
  const { guard, clock, timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = options;
  const { maxBytesPerSecond = defaultMaxBytesPerSecond } = options;

  return (url, headers, listener) => {
    let isOver = false;
    const cancels: (() => void)[] = [];
    const end = (cause?: Error) => {
      if (isOver) return;
      isOver = true;
      for (const cancel of cancels) cancel();
      listener.onClosed(cause);
    };
    const socket = open(url, headers, end);
    if (!socket) return { send: () => undefined, close: () => undefined };
    const fail = (cause: Error) => {
      end(cause);
      socket.terminate();
    };
    cancels.push(clock.after(timeoutMs, () => fail(new Error('the handshake took too long'))));
    socket.on('upgrade', ({ socket: stream }: { readonly socket: Duplex & { readonly bytesRead?: number } }) => {
      // Counts the connection's bytes, including frames that are not passed on.
      let before = 0;
      const look = () => {
        const { bytesRead = 0 } = stream;
        if (bytesRead - before > maxBytesPerSecond) fail(new Error('more came than is read'));
        before = bytesRead;
      };
      cancels.push(clock.every(1_000, look));
    });
    socket.on('open', () => {
      cancels.shift()?.();
      if (!isOver) listener.onOpen();
    });
    socket.on('message', (data: RawData) => {
      if (!isOver) listener.onFrame(data as Buffer);
    });
    socket.on('error', fail);
    socket.on('close', (code) => end(code === 1000 ? undefined : new Error(`closed with ${code}`)));
    return {
      send: (frame) => socket.readyState === WebSocket.OPEN && socket.send(frame),
      close: () => {
        isOver = true;
        for (const cancel of cancels) cancel();
        socket.close();
      },
    };
  };

  /** Undefined after a failure, which is reported to the listener in the next turn, like all others. */
  function open(url: string, headers: Readonly<Record<string, string>>, end: (cause: Error) => void) {
    try {
      guard.checkLiteral(new URL(url).hostname);
      return new WebSocket(url, { ...limits, headers, lookup: guard.lookup, maxPayload: maxBytes });
    } catch (cause) {
      queueMicrotask(() => end(cause as Error));
      return undefined;
    }
  }
}
