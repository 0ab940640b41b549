/** Live streams over RTSP and RTSPS. This server is the source's client; ffmpeg gets the media on loopback. [LV8] */

import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Ffmpeg, FfmpegRun } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { FlvReader } from '../../../../drivers/muxing/flv-reader.ts';
import { type OutgoingGuard, OutgoingRefused } from '../../../../drivers/outgoing/guard.ts';
import type { Account } from '../../../../drivers/rtsp/authorization.ts';
import { type Description, needsOtherSound } from '../../../../drivers/rtsp/description.ts';
import { LoopbackPlayer } from '../../../../drivers/rtsp/loopback-player.ts';
import { PlayDialog, RtspRefused } from '../../../../drivers/rtsp/play-dialog.ts';
import { RtspError } from '../../../../drivers/rtsp/rtsp-error.ts';
import { frameHead } from '../../../../drivers/rtsp/rtsp-message.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { readUrl } from '../../../../kernel/http/urls.ts';
import type { Intake } from './intake.ts';
import { PullFailed, type PullFault } from './pull-failed.ts';

export interface RtspParts {
  readonly guard: Pick<OutgoingGuard, 'checkLiteral' | 'lookup'>;
  readonly random: (length: number) => Buffer;
  readonly clock: Clock;
  readonly ffmpeg: Pick<Ffmpeg, 'rtspToFlv'>;
}

interface Target {
  /** Without its account. */
  readonly url: URL;
  readonly account: Account | undefined;
}

/** Most redirects of a source. */
const mostMoves = 3;
/** Most bytes buffered for a server that does not read. */
const maxUnsentBytes = 65_536;
/** Control characters in an account could end its header line, and inject another one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const controlCharacters = /[\x00-\x1f\x7f]/;

/** Reads until the source ends. @throws PullFailed */
export async function pullRtsp(parts: RtspParts, address: URL, intake: Intake, signal: AbortSignal): Promise<void> {
  let target = targetOf(address);
  for (let moves = 0; moves <= mostMoves; moves += 1) {
    const place = await new Pulling(parts, target, intake).run(signal).catch((cause: unknown) => {
      throw failureOf(cause);
    });
    if (place === undefined) return;
    target = moved(target, place);
  }
  throw new PullFailed('unreachable', new Error('it names another place again and again'));
}

function targetOf(address: URL): Target {
  const url = new URL(address);
  const [user, password] = [url.username, url.password].map(decodeURIComponent) as [string, string];
  if (controlCharacters.test(user + password)) throw new PullFailed('refused');
  url.username = '';
  url.password = '';
  url.hash = '';
  return { url, account: user || password ? { user, password } : undefined };
}

/** The account is sent only to the server of the original address. */
function moved({ url, account }: Target, place: string): Target {
  const next = readUrl(place);
  if (!next || !/^rtsps?:$/.test(next.protocol) || next.hostname === '') throw new PullFailed('unreachable');
  const isSame = next.protocol === url.protocol && next.host === url.host;
  return { url: targetOf(next).url, account: isSame ? account : undefined };
}

/** One connection to a source. */
class Pulling {
  readonly #parts: RtspParts;
  readonly #target: Target;
  readonly #intake: Intake;
  readonly #dialog: PlayDialog;
  #socket: Socket | undefined;
  #player: LoopbackPlayer | undefined;
  #run: FfmpegRun | undefined;
  /** Why reading has stopped; undefined: the source has ended. */
  #reading: Promise<{ readonly cause: unknown } | undefined> = Promise.resolve(undefined);
  #hasEnded = false;

  constructor(parts: RtspParts, target: Target, intake: Intake) {
    this.#parts = parts;
    this.#target = target;
    this.#intake = intake;
    this.#dialog = new PlayDialog(target.url.href, target.account, {
      send: (bytes) => this.#send(bytes),
      onFrame: (channel, payload) => this.#player?.send(channel, payload),
      random: parts.random,
    });
  }

  /** Resolves at the end of the stream, or with a redirect target. */
  async run(signal: AbortSignal): Promise<string | undefined> {
    const stop = () => this.#stop();
    signal.addEventListener('abort', stop);
    try {
      this.#socket = dial(this.#parts.guard, this.#target.url);
      if (signal.aborted) stop();
      this.#reading = this.#read(this.#socket);
      await this.#play(await this.#open());
      return undefined;
    } catch (cause) {
      if (cause instanceof RtspRefused && cause.location !== undefined) return cause.location;
      throw cause;
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  }

  /** A fault of the connection is more specific than a missing response. */
  async #open(): Promise<Description> {
    try {
      return await this.#dialog.open();
    } catch (cause) {
      const failure = this.#hasEnded ? await this.#reading : undefined;
      throw failure?.cause ?? cause;
    }
  }

  async #play(description: Description): Promise<void> {
    let refusal: unknown;
    const player = await LoopbackPlayer.start({
      description,
      secret: this.#parts.random(24).toString('hex'),
      onPlay: () =>
        void this.#dialog.play().catch((cause: unknown) => {
          refusal = cause;
          this.#socket?.destroy();
        }),
      onFrame: (channel, payload) =>
        this.#dialog.report(channel, payload, (theirs, report) =>
          this.#send(Buffer.concat([frameHead(theirs, report.length), report])),
        ),
    });
    this.#player = player;
    const run = this.#parts.ffmpeg.rtspToFlv(player.url, { otherSound: needsOtherSound(description) });
    this.#run = run;
    if (this.#hasEnded) this.#stop();
    const endBeat = this.#parts.clock.every(this.#dialog.beatMs, () => this.#dialog.beat());
    try {
      const reader = new FlvReader(this.#intake.take);
      for await (const piece of run.bytes as AsyncIterable<Buffer>) reader.push(piece);
    } finally {
      endBeat();
    }
    const complaint = await run.ended;
    if (!this.#hasEnded) throw new PullFailed('not_live', new Error(complaint));
    const failure = await this.#reading;
    if (refusal !== undefined || failure) throw refusal ?? failure?.cause;
  }

  /** Never rejects. */
  async #read(socket: Socket): Promise<{ readonly cause: unknown } | undefined> {
    try {
      for await (const data of socket as AsyncIterable<Buffer>) {
        this.#dialog.receive(data);
        await this.#intake.pace(data.length);
        await this.#player?.drained();
      }
      return undefined;
    } catch (cause) {
      return { cause };
    } finally {
      this.#hasEnded = true;
      this.#dialog.end();
      this.#player?.close();
    }
  }

  #send(bytes: Buffer): void {
    this.#socket?.write(bytes);
    if ((this.#socket?.writableLength ?? 0) > maxUnsentBytes) this.#socket?.destroy();
  }

  #stop(): void {
    this.#socket?.destroy();
    this.#player?.close();
    this.#run?.stop();
  }
}

/** @throws OutgoingRefused */
function dial(guard: RtspParts['guard'], { protocol, hostname, port }: URL): Socket {
  const isSecure = protocol === 'rtsps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  guard.checkLiteral(host);
  const target = { host, port: port === '' ? (isSecure ? 322 : 554) : Number(port), lookup: guard.lookup };
  return isSecure ? connectTls({ ...target, servername: isIP(host) === 0 ? host : '' }) : connect(target);
}

const faults: Readonly<Record<number, PullFault>> = {
  401: 'refused',
  403: 'refused',
  404: 'not_found',
  410: 'not_found',
  // The server lacks such media, or supports only another transport.
  415: 'not_live',
  461: 'not_live',
};

function failureOf(cause: unknown): unknown {
  if (cause instanceof OutgoingRefused) return new PullFailed('private_network', cause);
  if (cause instanceof RtspError) return new PullFailed('not_live', cause);
  if (cause instanceof RtspRefused) return new PullFailed(faults[cause.status] ?? 'unreachable', cause);
  return cause;
}
