import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../../kernel/clock.ts';
import type { RoomSocket } from '../../realtime/room-socket.ts';
import type { Session } from '../../realtime/session.ts';
import { fromText, toText } from './json-frames.ts';
import { sharedFrame } from './shared-frame.ts';

/** A ping that the browser answers by itself, this often in milliseconds; proxies close connections that are silent for a minute. */
const pingPeriodMs = 25_000;
/** A peer that does not answer the close within this time is cut off, in milliseconds. */
const closeGraceMs = 2_000;

/** Puts an open WebSocket, which runs over `wire`, under a session. Binary frames are messages; text frames are, where `isJson`, and else ignored. [RT22] */
export function serveSocket(socket: WebSocket, wire: Duplex, session: Session, isJson: boolean, clock: Clock): void {
  const endPings = clock.every(pingPeriodMs, () => socket.ping());
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary && !isJson) session.receive(data);
    else if (!isBinary && isJson) session.receive(fromText(data.toString()));
  });
  socket.on('pong', () => session.heard());
  // What follows an error is `close`; a frame that is too large is closed with 1009 by the library.
  socket.on('error', () => undefined);
  socket.once('close', () => {
    endPings();
    session.closed();
  });
  const room: RoomSocket = {
    send: isJson
      ? (frame) => socket.send(toText(frame))
      : (frame) => socket.readyState === socket.OPEN && wire.write(sharedFrame(frame)),
    close: (code, reason) => {
      socket.close(code, reason.slice(0, 100));
      clock.after(closeGraceMs, () => socket.terminate());
    },
    buffered: () => socket.bufferedAmount,
  };
  session.start(room);
}
