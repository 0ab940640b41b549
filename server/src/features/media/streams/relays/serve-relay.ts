/** Gives a stream of this process to another one. [LS42]–[LS44] */
import type { Writable } from 'node:stream';
import type { Clock } from '../../../../kernel/clock.ts';
import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import type { Feed, LiveStream } from '../air/live-stream.ts';
import type { StreamFacts } from '../air/stream-facts.ts';
import { streamErrors } from '../streams.errors.ts';
import { frameHead, frameKind } from './relay-frames.ts';
import { encodeState, type PassedTag } from './relay-state.ts';

/** A process hears something at least this often, in milliseconds, and knows by it that the other one lives. */
const tickMs = 1_000;
/** Most waiting bytes after the state: a process that is slower begins anew, with a state that is up to date. */
const mostWaiting = 16 * 1_048_576;
/** A process that has something to take for this long, in milliseconds, and never all of it, is gone. */
const mostBehindMs = 30_000;

/** @throws AppError `streams.off_air` for a stream that is over, or that too many processes read */
export function serveRelay(stream: LiveStream, proof: Readonly<Record<string, string>>, clock: Clock): ByteAnswer {
  if (stream.isOver) throw streamErrors.off_air();
  return {
    status: 200,
    isEndless: true,
    headers: {
      'content-type': 'application/octet-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      ...proof,
    },
    write: (out) =>
      new Promise((resolve) => {
        const writer = new RelayWriter(stream, out, clock, () => {
          out.off('close', writer.stop);
          resolve();
        });
        out.once('close', writer.stop);
        writer.begin();
      }),
  };
}

class RelayWriter implements Feed {
  readonly #stream: LiveStream;
  readonly #out: Writable;
  readonly #clock: Clock;
  readonly #onDone: () => void;
  readonly stop = () => this.#stop();
  #cancelTick: (() => void) | undefined;
  /** Bytes of the state that the other process may still have to take. */
  #stateBytes = 0;
  #behindSinceMs: number | undefined;

  constructor(stream: LiveStream, out: Writable, clock: Clock, onDone: () => void) {
    this.#stream = stream;
    this.#out = out;
    this.#clock = clock;
    this.#onDone = onDone;
  }

  begin(): void {
    const state = this.#stream.share(this);
    if (!state) return this.#stop();
    const body = encodeState(state);
    this.#stateBytes = body.length;
    this.#write(frameKind.state, 0, body);
    this.#cancelTick = this.#clock.every(tickMs, () => this.#tick());
  }

  onTag({ track, ms, payload }: PassedTag): void {
    if (!this.#isTooSlow()) this.#write(frameKind[track], ms, payload);
  }

  onFacts(facts: StreamFacts): void {
    this.#write(frameKind.facts, 0, Buffer.from(JSON.stringify(facts)));
  }

  onEnd(): void {
    this.#write(frameKind.end, 0, Buffer.alloc(0));
    this.#stop();
  }

  #tick(): void {
    if (!this.#isTooSlow()) this.#write(frameKind.tick, 0, Buffer.alloc(0));
  }

  /** Leaves nothing out for a slow process: its segments would be others. It loses the link, and may come again. */
  #isTooSlow(): boolean {
    const waiting = this.#out.writableLength;
    const nowMs = this.#clock.nowMs();
    if (waiting === 0) {
      this.#behindSinceMs = undefined;
      this.#stateBytes = 0;
    } else this.#behindSinceMs ??= nowMs;
    const isBehind = this.#behindSinceMs !== undefined && nowMs - this.#behindSinceMs > mostBehindMs;
    if (!isBehind && waiting <= mostWaiting + this.#stateBytes) return false;
    this.#out.destroy();
    this.#stop();
    return true;
  }

  #stop(): void {
    this.#cancelTick?.();
    this.#cancelTick = undefined;
    this.#stream.unshare(this);
    this.#onDone();
  }

  #write(kind: number, ms: number, body: Buffer): void {
    const out = this.#out;
    if (out.destroyed) return;
    out.cork();
    out.write(frameHead(kind, ms, body.length));
    if (body.length > 0) out.write(body);
    out.uncork();
  }
}
