/**
 * Lets one request of a connection at a time into Node's parser. The parser reads all requests that a client pipelines
 * (RFC 9112, section 9.3.2) and begins to answer every one of them. A connection that sends a thousand would cost the
 * memory of a thousand answers, and all other connections would wait for it. So the bytes behind a request stay in the
 * socket until the request is answered, and between two requests of a connection all others are served. [TR70] [TR71]
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { nextTurn } from '../../kernel/clock.ts';

const endOfHead = Buffer.from('\r\n\r\n');
/**
 * Maximum number of bytes of a head that are read at once before its end has arrived. Only unusual clients end heads in
 * another way.
 */
const maxHeadPiece = 1_024;
/**
 * Maximum number of bytes of a body without a declared length that are read at once: such a piece may begin other
 * requests.
 */
const maxBodyPiece = 4_096;

const nothing = Buffer.alloc(0);

type ReadBytes = (this: Socket, bytes: Buffer) => void;

/** Answers some requests directly from their bytes. */
export interface BytesAnswerer {
  /** The whole answer, one character per byte; undefined: Node's parser must read the bytes. */
  answer(bytes: Buffer, socket: Socket): Promise<string> | undefined;
  /** Call this when the answer was written or its client has disconnected. */
  end(): void;
}

/** The requests of one connection. */
export class RequestGate {
  readonly #socket: Socket;
  /** Passes bytes to Node's parser. */
  readonly #parse: ReadBytes;
  readonly #answerer: BytesAnswerer;
  readonly #onData = (bytes: Buffer): void => this.#read(bytes);
  /** Number of requests that are not answered yet. */
  #inHand = 0;
  #latest: IncomingMessage | undefined;
  /** Missing bytes of the latest request's body; undefined: the client has not declared a length. */
  #bodyLeft: number | undefined = 0;
  #isHolding = false;

  /** `socket` already belongs to a Node HTTP server, and nothing was read from it since. */
  constructor(socket: Socket, answerer: BytesAnswerer) {
    this.#socket = socket;
    this.#answerer = answerer;
    this.#parse = socket.listeners('data')[0] as ReadBytes;
    socket.off('data', this.#parse);
    socket.on('data', this.#onData);
  }

  /** Call this when the parser has read the head of a request. */
  begin(request: IncomingMessage): void {
    this.#inHand += 1;
    this.#latest = request;
    const { 'content-length': length } = request.headers;
    this.#bodyLeft = length === undefined ? undefined : Number(length);
  }

  /** Call this when a request is answered or its client has disconnected. */
  end(): void {
    this.#inHand -= 1;
    if (this.#inHand === 0 && this.#isHolding) void nextTurn().then(() => this.#goOn());
  }

  /** The connection is no longer HTTP/1.1. Returns the unread bytes for its new owner. */
  release(): Buffer {
    this.#socket.off('data', this.#onData);
    return this.#socket.readableLength === 0 ? nothing : this.#socket.read();
  }

  #read(bytes: Buffer): void {
    if (this.#inHand > 0 && this.#latest?.complete) return this.#hold(bytes);
    if (this.#isAnswered(bytes)) return;
    const end = this.#pieceOf(bytes);
    if (end === bytes.length) return this.#parse.call(this.#socket, bytes);
    // The rest goes back before the parser reads, so that it is in place if the connection is handed over.
    this.#hold(bytes.subarray(end));
    this.#parse.call(this.#socket, bytes.subarray(0, end));
    if (this.#inHand === 0 || !this.#latest?.complete) this.#goOn();
  }

  /**
   * True if these bytes need no parser. The first request of a connection always goes through it: otherwise Node's time
   * limit for silent connections would end the connection.
   */
  #isAnswered(bytes: Buffer): boolean {
    if (this.#inHand > 0 || !this.#latest?.complete) return false;
    const answer = this.#answerer.answer(bytes, this.#socket);
    if (!answer) return false;
    this.#inHand += 1;
    void answer.then((text) =>
      this.#socket.write(text, 'latin1', () => {
        this.#answerer.end();
        this.end();
      }),
    );
    return true;
  }

  /** The end of the next piece: a piece of a head does not reach into the next request. */
  #pieceOf(bytes: Buffer): number {
    if (this.#latest === undefined || this.#latest.complete) {
      const end = bytes.indexOf(endOfHead);
      return end === -1 ? Math.min(bytes.length, maxHeadPiece) : end + endOfHead.length;
    }
    if (this.#bodyLeft === undefined) return Math.min(bytes.length, maxBodyPiece);
    const end = Math.min(bytes.length, Math.max(1, this.#bodyLeft));
    this.#bodyLeft -= end;
    return end;
  }

  #hold(bytes: Buffer): void {
    this.#isHolding = true;
    this.#socket.pause();
    this.#socket.unshift(bytes);
  }

  #goOn(): void {
    this.#isHolding = false;
    if (this.#socket.listeners('data').includes(this.#onData)) this.#socket.resume();
  }
}
