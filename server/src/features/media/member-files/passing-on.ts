/** Forwards pieces that arrive at another process than the waiting one. [MFL6] */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OpenReplicaLink } from '../../../drivers/replica-link/replica-link.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { ByteAnswer, ByteRequest } from '../../../kernel/http/byte-routes.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Bus } from '../../../realtime/bus.ts';
import { proofHeader, type RelaySigner } from '../streams/relays/relay-signer.ts';
import { memberFileErrors } from './member-files.errors.ts';
import { exactly, type Pieces } from './pieces.ts';

/** Path at which a process hands a received piece to the waiting process. */
export const passedPath = '/api/internal/member-file-pieces/{requestId}';

/** Time limit for the waiting process to fetch a piece, in milliseconds. */
const fetchMs = 3_000;
/** A link with a longer silence than this (ms) is broken. */
const silentMs = 20_000;
const topic = 'member-file-pieces';

export interface PassingParts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly replicaId: string;
  /** This process's address for other processes. */
  readonly address: () => string;
  readonly signer: RelaySigner;
  readonly open: OpenReplicaLink;
  readonly pieces: Pick<Pieces, 'find'>;
}

/** A piece received by a process, and its address there. */
interface Arrival {
  readonly from: string;
  readonly address: string;
  readonly requestId: string;
  readonly userId: string;
  readonly roomId: string;
  readonly mediaId: string;
  readonly length: number;
}

type Sent = Omit<Arrival, 'from' | 'address'>;

interface Parked {
  readonly length: number;
  readonly body: AsyncIterable<Uint8Array>;
  readonly isRead: (done: Promise<void>) => void;
}

export class PassingOn {
  readonly #parts: PassingParts;
  readonly #parked = new Map<string, Parked>();
  #endHearing = () => {};

  constructor(parts: PassingParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#endHearing = this.#parts.bus.subscribe(topic, (text) => this.#hear(JSON.parse(text) as Arrival));
  }

  stop(): void {
    this.#endHearing();
    this.#parked.clear();
  }

  /**
   * Announces a piece to all processes, and hands it to the waiting one. @throws AppError `member_files.unknown_piece`
   */
  async offer(sent: Sent, body: AsyncIterable<Uint8Array>): Promise<void> {
    const { bus, clock, replicaId, address } = this.#parts;
    const { requestId, length } = sent;
    if (this.#parked.has(requestId)) throw memberFileErrors.unknown_piece();
    const read = new Promise<void>((resolve, reject) => {
      const cancel = clock.after(fetchMs, () => reject(memberFileErrors.unknown_piece()));
      const isRead = (done: Promise<void>) => {
        cancel();
        this.#parked.delete(requestId);
        resolve(done);
      };
      this.#parked.set(requestId, { length, body, isRead });
    });
    const arrival: Arrival = { ...sent, from: replicaId, address: address() };
    bus.publish(topic, JSON.stringify(arrival));
    await read.finally(() => this.#parked.delete(requestId));
  }

  /** Serves a piece to another process. @throws AppError `member_files.bad_link`, `member_files.unknown_piece` */
  serve({ params, query, method }: ByteRequest): ByteAnswer {
    const { signer } = this.#parts;
    const { requestId = '' } = params;
    const given = { exp: query.get('exp') ?? '', sig: query.get('sig') ?? '' };
    if (!signer.isValid(requestId, given)) throw memberFileErrors.bad_link();
    const piece = this.#parked.get(requestId);
    if (!piece || method !== 'GET') throw memberFileErrors.unknown_piece();
    return {
      status: 200,
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(piece.length),
        'cache-control': 'no-store',
        [proofHeader]: signer.proofOf(given),
      },
      write(out) {
        const done = pipeline(piece.body, exactly(piece.length), out, { end: false });
        piece.isRead(done);
        return done;
      },
    };
  }

  #hear(arrival: Arrival): void {
    const { requestId, userId, roomId, mediaId, length, from } = arrival;
    const wanted = from === this.#parts.replicaId ? undefined : this.#parts.pieces.find(requestId);
    if (!wanted || wanted.length !== length) return;
    const { file } = wanted;
    if (file.adderId !== userId || file.roomId !== roomId || file.mediaId !== mediaId) return;
    this.#fetch(arrival)
      .then((body) => wanted.take(body))
      .catch((err) => logFailedWork(this.#parts.log, err, 'a piece of a file could not be read from another process'));
  }

  /** @throws ReplicaLinkFailed, AppError */
  async #fetch({ requestId, address }: Arrival): Promise<Readable | AsyncIterable<Buffer>> {
    const { signer, open } = this.#parts;
    const asked = signer.sign(requestId);
    const url = `${address}${passedPath.replace('{requestId}', requestId)}?exp=${asked.exp}&sig=${asked.sig}`;
    const answer = await open({ url, silentMs, signal: AbortSignal.timeout(silentMs * 5) });
    const isIt = answer.status === 200 && signer.isProof(asked, answer.header(proofHeader) ?? '');
    if (!isIt) throw memberFileErrors.unknown_piece();
    return answer.body;
  }
}
