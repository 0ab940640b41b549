import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Connection } from '../../realtime/session/connection.ts';
import type { Session } from '../../realtime/session/session.ts';
import { fromText, toText } from './json-frames.ts';
import { FrameWriter, frameKind, type TurnWrites } from './turn-writes.ts';

const ignore = () => undefined;

/** An open WebSocket, its connection, and whether its frames are text. */
interface ServedSocket {
  readonly socket: WebSocket;
  readonly wire: Duplex;
  readonly isJson: boolean;
}

/**
 * Connects a socket with its session. Messages are the binary frames, or the text frames if `isJson`. Frames of the
 * other kind are counted and ignored. [RT13] [RT22]
 */
export function serveSocket({ socket, wire, isJson }: ServedSocket, session: Session, writes: TurnWrites): void {
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary === isJson) session.heard();
    else session.receive(data, isJson ? fromText : undefined);
  });
  const heard = () => session.heard();
  socket.on('ping', heard).on('pong', heard);
  // `close` follows every error. The library itself closes with 1009 after a frame that is too large.
  socket.on('error', ignore);
  socket.on('close', () => session.closed());
  const writer = new FrameWriter(writes, wire, isJson ? frameKind.text : frameKind.binary, socket);
  session.start(isJson ? new TextSocket(socket, writer) : new BinarySocket(socket, writer));
}

/** A class instead of an object of closures, because a full room has a thousand of them. */
class BinarySocket implements Connection {
  readonly #socket: WebSocket;
  readonly #writer: FrameWriter;

  constructor(socket: WebSocket, writer: FrameWriter) {
    this.#socket = socket;
    this.#writer = writer;
  }

  send(frame: Uint8Array): void {
    this.#writer.send(frame);
  }

  ping(): void {
    this.#socket.ping();
  }

  close(code: number, reason: string): void {
    this.#writer.flush();
    this.#socket.close(code, reason.slice(0, 100));
  }

  buffered(): number {
    return this.#writer.buffered;
  }
}

class TextSocket extends BinarySocket {
  override send(frame: Uint8Array): void {
    super.send(toText(frame));
  }
}
