/** The past of a stream that another process takes, read from there when somebody here goes back. [LS73] */
import { z } from 'zod';
import type { OpenReplicaLink } from '../../../../drivers/replica-link/replica-link.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Log } from '../../../../kernel/log.ts';
import type { Segment } from '../hls/segmenter.ts';
import { RelayBroken } from '../relays/relay-broken.ts';
import { proofHeader, type RelaySigner } from '../relays/relay-signer.ts';
import { tracksShape } from '../relays/relay-state.ts';
import { type ListedSegment, type Past, toListed } from './past.ts';
import { pastInit, pastList, pastPath } from './serve-past.ts';

export interface RelayedPastParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly signer: RelaySigner;
  readonly open: OpenReplicaLink;
  /** Scheme, host and port of the process that takes the stream. */
  readonly address: string;
  readonly generationId: string;
  /** How much is kept at most, in seconds. */
  readonly mostSeconds: () => number;
}

/** The list is asked for again after this, in milliseconds: the other process may have run out of space. */
const listedForMs = 10_000;
/** An answer that is silent for this long, in milliseconds, is broken. */
const silentMs = 2_500;
/** Longest segment, or list, from the other process. */
const mostBytes = 32 * 1_048_576;
/** Most pieces in memory: people who go back together read the same segments. */
const mostRecent = 8;

const shape = z
  .array(
    z.object({
      number: z.number(),
      dateMs: z.number(),
      durationSeconds: z.number(),
      tracks: tracksShape,
      isDiscontinuity: z.boolean(),
      initNumber: z.number().optional(),
      parts: z.tuple([]),
    }),
  )
  .max(100_000);

export class RelayedPast implements Past {
  readonly #parts: RelayedPastParts;
  #listed: ListedSegment[] = [];
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;
  /** What was read last, by the names of the pieces. */
  readonly #recent = new Map<string, Promise<Buffer | undefined>>();
  /** The target duration is that of the process that takes the stream. */
  readonly longestSeconds = 0;

  constructor(parts: RelayedPastParts) {
    this.#parts = parts;
  }

  add(segment: Segment): void {
    if (this.#listed.at(-1)?.number === segment.number - 1) this.#listed.push(toListed(segment));
    this.#trim();
  }

  async list(): Promise<readonly ListedSegment[]> {
    const { clock, log, generationId } = this.#parts;
    if (clock.nowMs() - this.#askedAtMs >= listedForMs)
      this.#asking ??= this.#ask()
        .catch((err: unknown) => log.info({ err, generationId }, 'the past of a stream could not be read'))
        .finally(() => {
          this.#asking = undefined;
        });
    await this.#asking;
    return this.#listed;
  }

  async find(number: number): Promise<ListedSegment | undefined> {
    return (await this.list()).find((segment) => segment.number === number);
  }

  read(number: number): Promise<Buffer | undefined> {
    return this.#piece(String(number));
  }

  readInit(number: number): Promise<Buffer | undefined> {
    return this.#piece(`${pastInit}${number}`);
  }

  #piece(piece: string): Promise<Buffer | undefined> {
    const bytes = this.#recent.get(piece) ?? this.#fetch(piece).catch(() => this.#forget(piece));
    this.#recent.delete(piece);
    this.#recent.set(piece, bytes);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > mostRecent) this.#recent.delete(oldest!);
    return bytes;
  }

  /** A piece that could not be read is requested again by its next reader. */
  #forget(piece: string): undefined {
    this.#recent.delete(piece);
  }

  async #ask(): Promise<void> {
    const body = await this.#fetch(pastList);
    const told = shape.parse(JSON.parse(body.toString())) as unknown as ListedSegment[];
    const newest = told.at(-1)?.number ?? Number.POSITIVE_INFINITY;
    this.#listed = [...told, ...this.#listed.filter(({ number }) => number > newest)];
    this.#askedAtMs = this.#parts.clock.nowMs();
    this.#trim();
  }

  /** As the process that takes the stream does: numbers of a list never go back, whatever process is asked. */
  #trim(): void {
    let seconds = this.#listed.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
    while (this.#listed.length > 0 && seconds > this.#parts.mostSeconds())
      seconds -= this.#listed.shift()!.durationSeconds;
  }

  /** @throws Error when the other process does not answer, or not as it should */
  async #fetch(piece: string): Promise<Buffer> {
    const { signer, open, address, generationId } = this.#parts;
    const asked = signer.sign(generationId);
    const path = pastPath.replace('{generationId}', generationId).replace('{piece}', piece);
    const ending = new AbortController();
    try {
      const url = `${address}${path}?exp=${asked.exp}&sig=${asked.sig}`;
      const answer = await open({ url, silentMs, signal: ending.signal });
      if (answer.status !== 200) throw new RelayBroken(`the other process answers ${answer.status}`);
      if (!signer.isProof(asked, answer.header(proofHeader) ?? '')) throw new RelayBroken('it has another secret');
      const pieces: Buffer[] = [];
      let bytes = 0;
      for await (const one of answer.body) {
        bytes += one.length;
        if (bytes > mostBytes) throw new RelayBroken('it sends too much');
        pieces.push(one);
      }
      return Buffer.concat(pieces);
    } finally {
      ending.abort();
    }
  }
}
