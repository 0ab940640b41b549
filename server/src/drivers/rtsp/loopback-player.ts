/**
 * Serves one stream to one player on this machine, over RTSP. The player knows neither the source address nor its
 * account, and opens no other connection. [RSP5]
 */
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type Description, writeDescription } from './description.ts';
import { RtspError } from './rtsp-error.ts';
import { frameHead, headerOf, type RtspRequest, writeMessage } from './rtsp-message.ts';
import { RtspReader } from './rtsp-reader.ts';

export interface LoopbackParts {
  readonly description: Description;
  /** Connections that do not name it are refused. */
  readonly secret: string;
  /** The player has started playback. */
  onPlay(): void;
  /** The player's RTCP reports for a track. */
  onFrame(channel: number, payload: Buffer): void;
}

/** Bytes buffered for the player before the source is paused. */
const mostUnsentBytes = 1_048_576;
/** Most connections, including unauthorized ones. */
const mostConnections = 8;

export class LoopbackPlayer {
  readonly #parts: LoopbackParts;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The player's connection, once it has named the secret. */
  #player: Socket | undefined;
  #isPlaying = false;
  #waiting: (() => void) | undefined;

  private constructor(parts: LoopbackParts) {
    this.#parts = parts;
    this.#server = createServer((socket) => this.#accept(socket));
    this.#server.maxConnections = mostConnections;
  }

  static async start(parts: LoopbackParts): Promise<LoopbackPlayer> {
    const player = new LoopbackPlayer(parts);
    player.#server.listen(0, '127.0.0.1');
    await once(player.#server, 'listening');
    return player;
  }

  /** The player's address for the stream. */
  get url(): string {
    return `rtsp://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${this.#parts.secret}`;
  }

  /** Drops media until the player starts playback. */
  send(channel: number, payload: Buffer): void {
    if (!this.#isPlaying) return;
    this.#player?.write(frameHead(channel, payload.length));
    this.#player?.write(payload);
  }

  /** Resolves when the player can take more. */
  async drained(): Promise<void> {
    const isFull = () => this.#player !== undefined && this.#player.writableLength > mostUnsentBytes;
    while (isFull()) await new Promise<void>((resolve) => (this.#waiting = resolve));
  }

  close(): void {
    if (this.#server.listening) this.#server.close();
    for (const socket of this.#sockets) {
      if (socket === this.#player) socket.end();
      else socket.destroy();
    }
    this.#player = undefined;
    this.#wake();
  }

  #wake(): void {
    this.#waiting?.();
    this.#waiting = undefined;
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    const reader = new RtspReader({
      onAnswer: () => socket.destroy(),
      onRequest: (request) => this.#answer(socket, request),
      onFrame: (channel, payload) => {
        if (socket === this.#player) this.#parts.onFrame(channel, payload);
      },
    });
    socket.on('error', () => undefined);
    socket.on('drain', () => this.#wake());
    socket.on('close', () => {
      this.#sockets.delete(socket);
      if (socket === this.#player) this.close();
    });
    socket.on('data', (data) => {
      try {
        reader.push(data);
      } catch (cause) {
        if (!(cause instanceof RtspError)) throw cause;
        socket.destroy();
      }
    });
  }

  #answer(socket: Socket, request: RtspRequest): void {
    if (!this.#isPlayer(socket, request)) return void socket.destroy();
    const { headers, body } = this.#answerTo(request);
    socket.write(writeMessage('RTSP/1.0 200 OK', { CSeq: headerOf(request, 'cseq') ?? '0', ...headers }, body));
    if (request.method !== 'PLAY' || this.#isPlaying) return;
    this.#isPlaying = true;
    this.#parts.onPlay();
  }

  /** Accepts the first connection that names the secret, and none after it. */
  #isPlayer(socket: Socket, { url }: RtspRequest): boolean {
    const [, named = ''] = /^rtsp:\/\/[^/]*\/([^/]+)/.exec(url) ?? [];
    const [given, secret] = [named, this.#parts.secret].map((text) => Buffer.from(text)) as [Buffer, Buffer];
    if (given.length !== secret.length || !timingSafeEqual(given, secret)) return false;
    if (!this.#player) {
      this.#player = socket;
      this.#server.close();
    }
    return socket === this.#player;
  }

  #answerTo({ method, url }: RtspRequest): {
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  } {
    if (method === 'OPTIONS') return { headers: { Public: 'OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN' } };
    if (method === 'DESCRIBE')
      return { headers: { 'Content-Type': 'application/sdp' }, body: writeDescription(this.#parts.description) };
    const session = { Session: '1' };
    if (method !== 'SETUP') return { headers: session };
    const number = Number(/\/track(\d)$/.exec(url)?.[1] ?? 0);
    const transport = `RTP/AVP/TCP;unicast;interleaved=${2 * number}-${2 * number + 1}`;
    return { headers: { ...session, Transport: transport } };
  }
}
