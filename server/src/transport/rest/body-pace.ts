/**
 * Time limits for request bodies. The body of a call arrives soon after its head. An upload may be as slow as the
 * client's line, but it has to progress: a client that holds connections without sending much is refused. [TR6] [TR97]
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../kernel/clock.ts';

/** Maximum time from the head of a call to the end of its body, in milliseconds. */
const callBodyMs = 30_000;
/** Span over which the pace of an upload is measured, in milliseconds. */
const spanMs = 30_000;
/**
 * Minimum number of bytes of an upload in such a span: about 17 kbit/s. From 75 kbit/s on, a part of 8 MiB arrives
 * within the 15 minutes of its session.
 */
const leastBytes = 65_536;
/** Time for a refused client to read the answer, in milliseconds. */
const farewellMs = 4_000;
/** Interval of the checks, in milliseconds. */
const checkMs = 2_000;

/** State of a body that has not fully arrived. */
interface Coming {
  readonly isUpload: boolean;
  /** Start of the span, and the connection's number of read bytes at that time. */
  sinceMs: number;
  bytesRead: number;
  isRefused: boolean;
}

export interface BodyPace {
  /** Call this when the head of a request was read. */
  begin(request: IncomingMessage, isUpload: boolean): void;
  /** Call this when the request is answered or its client has disconnected. */
  end(request: IncomingMessage): void;
  stop(): void;
}

/** `refuse` answers on the connection of a client that is too slow. The connection is destroyed a little later. */
export function makeBodyPace(clock: Clock, refuse: (socket: Socket) => void): BodyPace {
  const coming = new Map<IncomingMessage, Coming>();

  function check(request: IncomingMessage, body: Coming, nowMs: number): void {
    const { socket } = request;
    const ms = nowMs - body.sinceMs;
    if (body.isRefused) {
      if (ms >= farewellMs) socket.destroy();
    } else if (request.complete) {
      coming.delete(request);
    } else if (body.isUpload && (request.readableLength > 0 || socket.bytesRead - body.bytesRead >= leastBytes)) {
      // The body progresses, or it waits for us.
      restart(body, socket, nowMs);
    } else if (ms >= (body.isUpload ? spanMs : callBodyMs)) {
      body.isRefused = true;
      restart(body, socket, nowMs);
      refuse(socket);
    }
  }

  const stop = clock.every(checkMs, () => {
    const nowMs = clock.nowMs();
    for (const [request, body] of coming) check(request, body, nowMs);
  });

  return {
    begin(request, isUpload) {
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
      if ((length === undefined && encoding === undefined) || length === '0') return;
      const { bytesRead } = request.socket;
      coming.set(request, { isUpload, sinceMs: clock.nowMs(), bytesRead, isRefused: false });
    },
    end: (request) => void coming.delete(request),
    stop,
  };
}

function restart(body: Coming, { bytesRead }: Socket, nowMs: number): void {
  body.sinceMs = nowMs;
  body.bytesRead = bytesRead;
}
