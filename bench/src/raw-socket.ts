import { connect, type Socket } from 'node:net';

/** Options of a connection. */
export interface RawSocketOptions {
  readonly port: number;
  readonly path: string;
  readonly token?: string | undefined;
  /** Receives the payload of each binary frame. The bytes are valid only until it returns. */
  readonly onFrame: (payload: Buffer) => void;
  /** Called when the server closes the connection or it is lost. Not called after `close`. */
  readonly onLost: (reason: string) => void;
}

/** A minimal WebSocket client (RFC 6455), so that a thousand of them leave the processors to the server. */
export class RawSocket {
  readonly #socket: Socket;
  readonly #options: RawSocketOptions;
  #rest: Buffer | undefined;
  #isOpen = false;
  #onOpen: (() => void) | undefined;

  constructor(options: RawSocketOptions) {
    this.#options = options;
    const { port, path, token } = options;
    const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true }, () =>
      this.#socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n${authorization}\r\n`,
      ),
    );
    this.#socket.on('data', (bytes) => this.#read(bytes));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => this.#lose('the connection was lost'));
  }

  /** Resolves after the handshake. */
  opened(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isOpen) resolve();
      else this.#onOpen = resolve;
    });
  }

  /** Sends messages of less than 64 KiB as one binary frame each, in one write. */
  send(...payloads: readonly Uint8Array[]): void {
    const parts: Uint8Array[] = [];
    for (const payload of payloads) parts.push(headerOf(BINARY, payload.length), payload);
    this.#socket.write(Buffer.concat(parts));
  }

  /** Cuts the connection. */
  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  #lose(reason: string): void {
    this.close();
    this.#options.onLost(reason);
  }

  #read(bytes: Buffer): void {
    let input = this.#rest === undefined ? bytes : Buffer.concat([this.#rest, bytes]);
    this.#rest = undefined;
    if (!this.#isOpen) {
      const end = input.indexOf('\r\n\r\n');
      if (end < 0) {
        this.#rest = input;
        return;
      }
      const head = input.toString('latin1', 0, end);
      if (!head.startsWith('HTTP/1.1 101')) return this.#lose(input.toString('latin1', 0, 500));
      input = input.subarray(end + 4);
      this.#isOpen = true;
      this.#onOpen?.();
    }
    let at = 0;
    for (let next = this.#frame(input, at); next > at; next = this.#frame(input, at)) at = next;
    if (at < input.length) this.#rest = at === 0 ? input : input.subarray(at);
  }

  /**
   * Reads the frame that starts at `at`. Returns the start of the next one, or `at` when the frame is incomplete.
   * (Section 5.2)
   */
  #frame(input: Buffer, at: number): number {
    if (at + 2 > input.length) return at;
    const short = input[at + 1]! & 0x7f;
    const start = at + (short === 126 ? 4 : short === 127 ? 10 : 2);
    if (start > input.length) return at;
    const length =
      short === 126 ? input.readUInt16BE(at + 2) : short === 127 ? Number(input.readBigUInt64BE(at + 2)) : short;
    const end = start + length;
    if (end > input.length) return at;
    const opcode = input[at]! & 0x0f;
    if (opcode === BINARY) this.#options.onFrame(input.subarray(start, end));
    else if (opcode === PING) this.#socket.write(Buffer.concat([headerOf(PONG, length), input.subarray(start, end)]));
    else if (opcode === CLOSE) this.#lose(`closed: ${input.toString('utf8', start, end)}`);
    return end;
  }
}

const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** Header of an unfragmented frame from a client. It is masked with 0, which changes nothing. */
function headerOf(opcode: number, length: number): Buffer {
  const long = length > 125;
  const header = Buffer.alloc(long ? 8 : 6);
  header[0] = 0x80 | opcode;
  header[1] = 0x80 | (long ? 126 : length);
  if (long) header.writeUInt16BE(length, 2);
  return header;
}
