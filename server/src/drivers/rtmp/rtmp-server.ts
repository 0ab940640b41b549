import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { Clock } from '../../kernel/clock.ts';
import type { Part } from '../../kernel/lifecycle.ts';
import type { Log } from '../../kernel/log.ts';
import { Admission } from './admission.ts';
import { RtmpError } from './rtmp-error.ts';
import { type MediaMessage, type PublishRequest, type Refusal, RtmpSession } from './session.ts';

/**
 * `ended`: the encoder said so, or this server ended it. `broken`: the connection ended otherwise, or the server stops;
 * the encoder may come back.
 */
export type PublicationEnd = 'ended' | 'broken';

/** The receiver of a stream. */
export interface Publication {
  onMedia(message: MediaMessage): void;
  /** False: nobody waits for what comes, so it may be read a little later, with more at a time. Absent: always true. */
  isWaitedFor?(): boolean;
  /** The connection is gone, whichever side ended it. Called once. */
  onEnd(how: PublicationEnd): void;
}

/** The connection of a publisher, for the receiver of its stream. */
export interface Publisher {
  /** The network address, for logs. */
  readonly address: string;
  /** Ends the connection and tells the encoder why. */
  end(reason: string): void;
}

/** Certificate chain and private key, in PEM. */
export interface RtmpTls {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

export interface RtmpServerParts {
  readonly host: string;
  readonly port: number;
  /** Decides about a publisher. Nothing is read from its connection until then. */
  readonly authorize: (request: PublishRequest, publisher: Publisher) => Promise<Publication | Refusal>;
  readonly random: (length: number) => Buffer;
  readonly clock: Clock;
  readonly log: Log;
  readonly maxConnections?: number;
  /** Present: streams are taken over RTMPS alone. */
  readonly tls?: RtmpTls | undefined;
}

/** Encoders connect within a second. */
const mostMsToPublish = 10_000;
/** How long a publisher may send nothing, in milliseconds. */
const mostSilenceMs = 20_000;
const lookEveryMs = 1_000;
/** How often a connection is read for whose stream nobody waits, in milliseconds: each reading has a cost. */
const calmReadMs = 100;
/** A stream is read at once for so long at its beginning, in milliseconds: its time is told by when it comes. */
const leastHurryMs = 5_000;
/** More than this came at once, in bytes: there may be more, and the network holds little. */
const muchAtOnce = 49_152;
/** About 80 Mbit/s: more than any encoder sends for people to watch. Faster data waits in the network. */
const maxBytesPerSecond = 10 * 1_048_576;
/**
 * Most work of one connection in a second, see `work`: 10 MiB in the smallest chunks, or 6 000 messages. An encoder
 * sends 200.
 */
const maxWorkPerSecond = 100_000;
const usualMaxConnections = 256;
/** How long the last message may take to leave, in milliseconds. */
const closeMs = 2_000;
/** Most bytes that wait for a client that does not read its answers. */
const maxUnsentBytes = 65_536;

/** Takes streams over RTMP. */
export interface RtmpServer extends Part {
  /** Where it listens: `port` 0 takes any free one. */
  readonly port: number;
  /** Another certificate for connections from now on; nothing without TLS. */
  renewTls(tls: RtmpTls): void;
}

/** @throws at the start when the port is taken. [RTM5]–[RTM8] [RTM13] */
export function makeRtmpServer(parts: RtmpServerParts): RtmpServer {
  const { host, port, clock, log, maxConnections = usualMaxConnections } = parts;
  const open = new Set<Connection>();
  let server: Server | undefined;
  let cancels: (() => void)[] = [];
  const admission = new Admission(parts, maxConnections, () => [...open].map(({ address }) => address));

  function take(socket: Socket): void {
    const connection = new Connection(parts, socket, socket.remoteAddress ?? '');
    open.add(connection);
    socket.once('close', () => open.delete(connection));
  }

  return {
    name: 'RTMP',
    get port() {
      const address = server?.address();
      return typeof address === 'object' && address !== null ? address.port : port;
    },
    start: () => {
      const forEach = (work: (connection: Connection) => void) => () => {
        for (const connection of open) work(connection);
      };
      cancels = [
        clock.every(
          lookEveryMs,
          forEach((connection) => connection.look()),
        ),
        clock.every(
          calmReadMs,
          forEach((connection) => connection.goOn()),
        ),
      ];
      const made = makeListener(parts.tls, admission, take);
      server = made;
      return new Promise((resolve, reject) => {
        made.once('error', reject);
        made.listen(port, host, () => {
          made.off('error', reject);
          made.on('error', (err) => log.warn({ err }, 'RTMP: a connection could not be accepted'));
          resolve();
        });
      });
    },
    renewTls: (tls) => {
      if (parts.tls) (server as TlsServer | undefined)?.setSecureContext(tls);
    },
    async stop() {
      for (const cancel of cancels) cancel();
      for (const connection of open) connection.stop();
      admission.stop();
      await new Promise<void>((resolve) => (server?.listening ? server.close(() => resolve()) : resolve()));
    },
  };
}

/** Gives `take` each connection that is admitted, with TLS once that is there. */
function makeListener(tls: RtmpTls | undefined, admission: Admission, take: (socket: Socket) => void): Server {
  // A socket that is paused reads one byte ahead at most, and so has nothing more to do.
  if (!tls)
    return createServer({ noDelay: true, highWaterMark: 1 }, (socket) => admission.admit(socket) && take(socket));
  const made = createTlsServer({ ...tls, noDelay: true, handshakeTimeout: mostMsToPublish }, (socket) => {
    admission.settle(socket);
    take(socket);
  });
  return made.on('connection', admission.greet).on('tlsClientError', (_, socket) => socket.destroy());
}

class Connection implements Publisher {
  readonly address: string;
  readonly #parts: RtmpServerParts;
  readonly #socket: Socket;
  readonly #session: RtmpSession;
  readonly #openedMs: number;
  #publication: Publication | undefined;
  #isAsking = false;
  #publishingSinceMs = 0;
  #isCalm = false;
  /** True: it has had what one second may have. */
  #isFull = false;
  #lastMs: number;
  #inSecond = 0;
  #workBefore = 0;
  #isOver = false;
  #isStopping = false;

  constructor(parts: RtmpServerParts, socket: Socket, address: string) {
    this.#parts = parts;
    this.#socket = socket;
    this.address = address;
    this.#openedMs = parts.clock.nowMs();
    this.#lastMs = this.#openedMs;
    this.#session = new RtmpSession(
      {
        send: (bytes) => this.#send(bytes),
        onPublish: (request) => void this.#authorize(request),
        onMedia: (message) => this.#publication?.onMedia(message),
        onDone: () => this.#close(),
      },
      parts.random,
    );
    socket.on('data', (data) => this.#receive(data));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#over('broken'));
  }

  end(reason: string): void {
    this.#session.end('NetStream.Publish.Rejected', reason);
    this.#close();
  }

  /** Ends the connection of an encoder that may come back, here or at another process. */
  stop(): void {
    this.#isStopping = true;
    this.end('The server stops.');
  }

  /** Once a second: gives the next second its bytes, and ends a late or silent connection. */
  look(): void {
    const nowMs = this.#parts.clock.nowMs();
    this.#inSecond = 0;
    this.#isFull = false;
    this.#workBefore = this.#session.work;
    if (!this.#isAsking && this.#socket.isPaused()) this.#socket.resume();
    const isLate = this.#publication === undefined && nowMs - this.#openedMs > mostMsToPublish;
    const isSilent = nowMs - this.#lastMs > mostSilenceMs;
    if (isLate || isSilent) this.#socket.destroy();
  }

  /** Called often: reads what came meanwhile for a stream nobody waits for. [RTM14] */
  goOn(): void {
    const isWaitedFor = this.#publication?.isWaitedFor?.() ?? true;
    const isCalm = !isWaitedFor && this.#parts.clock.nowMs() - this.#publishingSinceMs >= leastHurryMs;
    if ((isCalm || this.#isCalm) && !this.#isFull) this.#socket.resume();
    this.#isCalm = isCalm;
  }

  #receive(data: Buffer): void {
    if (this.#isOver) return;
    this.#lastMs = this.#parts.clock.nowMs();
    this.#inSecond += data.length;
    this.#guard(() => this.#session.receive(data));
    const work = this.#session.work - this.#workBefore;
    this.#isFull = this.#inSecond > maxBytesPerSecond || work > maxWorkPerSecond;
    if (this.#isFull || (this.#isCalm && data.length < muchAtOnce)) this.#socket.pause();
  }

  /** A publisher's error ends its own connection, and nothing else. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (cause) {
      if (!(cause instanceof RtmpError)) this.#parts.log.error({ err: cause }, 'RTMP: a connection failed');
      else this.#parts.log.info({ address: this.address, fault: cause.fault }, 'RTMP: a connection was broken off');
      this.#socket.destroy();
    }
  }

  async #authorize(request: PublishRequest): Promise<void> {
    this.#isAsking = true;
    this.#socket.pause();
    const decided = await this.#parts.authorize(request, this).catch((err: unknown): Refusal => {
      this.#parts.log.error({ err }, 'RTMP: nobody could say whether somebody may publish');
      return 'unavailable';
    });
    this.#isAsking = false;
    this.#lastMs = this.#parts.clock.nowMs();
    if (typeof decided === 'string') return this.#session.answer(decided);
    if (this.#isOver) return decided.onEnd('ended');
    this.#publication = decided;
    this.#publishingSinceMs = this.#lastMs;
    this.#guard(() => this.#session.answer(undefined));
    this.#socket.resume();
  }

  #send(bytes: Buffer): void {
    if (this.#socket.destroyed) return;
    this.#socket.write(bytes);
    if (this.#socket.writableLength > maxUnsentBytes) this.#socket.destroy();
  }

  #close(): void {
    if (this.#isOver) return;
    this.#over(this.#isStopping ? 'broken' : 'ended');
    this.#socket.end();
    const cancel = this.#parts.clock.after(closeMs, () => this.#socket.destroy());
    this.#socket.once('close', cancel);
    // Reads and drops the remaining data: without that, the end would not arrive.
    this.#socket.resume();
  }

  #over(how: PublicationEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#publication?.onEnd(how);
  }
}
