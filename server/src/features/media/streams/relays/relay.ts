/** One stream that another process takes, read from there for the viewers of this one. [LS40]–[LS45] */
import type { OpenReplicaLink } from '../../../../drivers/replica-link/replica-link.ts';
import { type Clock, pause } from '../../../../kernel/clock.ts';
import type { Log } from '../../../../kernel/log.ts';
import { LiveStream } from '../air/live-stream.ts';
import { RelayedPast } from '../past/relayed-past.ts';
import { RelayBroken } from './relay-broken.ts';
import { FrameReader, frameKind, type RelayFrame } from './relay-frames.ts';
import { proofHeader, type RelaySigner } from './relay-signer.ts';
import { decodeFacts, decodeState } from './relay-state.ts';

export interface RelayParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly signer: RelaySigner;
  readonly open: OpenReplicaLink;
  /** How far viewers can go back at most, in seconds. */
  readonly mostPastSeconds: () => number;
}

/** A link that says nothing for this long, in milliseconds, is broken: it has something to say each second. */
const silentMs = 2_500;
/** A new link has its state within this time, in milliseconds. */
const mostBeginningMs = 5_000;
/** A broken link is tried again after this, in milliseconds, for as long as anybody watches and the stream is there. */
const retryMs = 250;

/** The path of the address at which a process gives its streams to others. */
export const relayPath = '/api/internal/stream-relays/{generationId}';

/** How a relay began: the stream is read, it is not there any more, or its process could not be reached. */
type Beginning = 'read' | 'gone' | 'unreachable';

export class Relay {
  readonly roomId: string;
  readonly mediaId: string;
  readonly stream: LiveStream;
  readonly begun: Promise<Beginning>;
  readonly #parts: RelayParts;
  readonly #address: string;
  readonly #ending = new AbortController();
  #begin: (how: Beginning) => void = () => undefined;
  #hasBegun = false;
  #lastAskedMs: number;
  #bytes = 0;

  constructor(
    parts: RelayParts,
    from: { roomId: string; mediaId: string; generationId: string; address: string },
    /** `isGone`: the stream has ended, where it is taken. */
    onOver: (isGone: boolean) => void,
  ) {
    this.#parts = parts;
    this.roomId = from.roomId;
    this.mediaId = from.mediaId;
    this.#address = from.address;
    this.#lastAskedMs = parts.clock.nowMs();
    this.stream = new LiveStream({ generationId: from.generationId, clock: parts.clock });
    this.stream.hls.window.past = new RelayedPast({ ...parts, ...from, mostSeconds: parts.mostPastSeconds });
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
    void this.#follow().then((isGone) => {
      this.#begin(isGone ? 'gone' : 'unreachable');
      this.stream.end();
      onOver(isGone);
    });
  }

  get receivedBytes(): number {
    return this.#bytes;
  }

  /** False: nothing of the stream came. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Somebody reads it. */
  ask(): void {
    this.#lastAskedMs = this.#parts.clock.nowMs();
  }

  /** When somebody read it last: now, while there are readers. */
  get lastReadMs(): number {
    const isRead = this.stream.readerCount > 0 || this.stream.hls.readers.count > 0;
    if (isRead) this.ask();
    return this.#lastAskedMs;
  }

  end(): void {
    this.#ending.abort();
  }

  /** Reads until the stream ends (true), nobody can be reached at the beginning, or `end` is called. */
  async #follow(): Promise<boolean> {
    const { clock, log } = this.#parts;
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        if (await this.#read()) return true;
        throw new RelayBroken('the link ended');
      } catch (err) {
        if (signal.aborted) break;
        log.info({ err, roomId: this.roomId, mediaId: this.mediaId }, 'the relay of a stream is broken');
      }
      if (!this.#hasBegun) break;
      await pause(clock, retryMs, signal);
    }
    return false;
  }

  /** Reads from one link. True: the stream is over. @throws Error when the link breaks */
  async #read(): Promise<boolean> {
    const { clock, signer, open } = this.#parts;
    const { generationId } = this.stream;
    const link = new AbortController();
    const signal = AbortSignal.any([link.signal, this.#ending.signal]);
    const cancel = clock.after(mostBeginningMs, () => link.abort());
    try {
      const asked = signer.sign(generationId);
      const path = relayPath.replace('{generationId}', generationId);
      const url = `${this.#address}${path}?exp=${asked.exp}&sig=${asked.sig}`;
      const answer = await open({ url, silentMs, signal });
      // The stream is gone there: it ended while the link was broken.
      if (answer.status === 404) return true;
      if (answer.status !== 200) throw new RelayBroken(`the other process answers ${answer.status}`);
      if (!signer.isProof(asked, answer.header(proofHeader) ?? '')) throw new RelayBroken('it has another secret');
      const frames = new FrameReader();
      for await (const piece of answer.body) {
        this.#bytes += piece.length;
        for (const frame of frames.read(piece)) {
          if (frame.kind === frameKind.end) return true;
          this.#take(frame);
          cancel();
        }
      }
      return false;
    } finally {
      cancel();
      link.abort();
    }
  }

  /** @throws RelayBroken, RtmpError */
  #take({ kind, ms, body }: RelayFrame): void {
    if (kind === frameKind.state) {
      this.stream.adopt(decodeState(body));
      this.#hasBegun = true;
      this.#begin('read');
    } else if (!this.#hasBegun) throw new RelayBroken('it does not begin with its state');
    else if (kind === frameKind.facts) this.stream.learnFacts(decodeFacts(body));
    else if (kind === frameKind.audio) this.stream.takePassedOn({ track: 'audio', ms, payload: body });
    else if (kind === frameKind.video) this.stream.takePassedOn({ track: 'video', ms, payload: body });
  }
}
