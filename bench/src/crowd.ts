/** Many connections in one process: opens them, waits for their first states, and counts what they receive. */
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  ClientMessageSchema,
  type ObserveResourceSchema,
  ServerMessageSchema,
} from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { RawSocket } from './raw-socket.ts';

/** Handshakes at a time. More would overflow the listen queue, and then we would measure the retransmission of SYN. */
const handshakes = 100;

/** First byte of a ServerMessage: field number and wire type 2 of its content. */
const tag = { observed: 0x12, changed: 0x1a, observeError: 0x22, error: 0x2a, heartbeat: 0x3a, termination: 0x42 };

type Resource = NonNullable<Exclude<MessageInitShape<typeof ObserveResourceSchema>, { $typeName: string }>['resource']>;

/**
 * The resources that the web app's room page observes first. Ids have one letter, so that the rest of a frame is always
 * at the same place.
 */
const resources: Record<string, Resource> = {
  p: { case: 'playbackState', value: {} },
  s: { case: 'roomSettings', value: {} },
  o: { case: 'onlineMembers', value: {} },
  l: { case: 'playlistItems', value: {} },
  c: { case: 'chatEvents', value: {} },
};
/** One answer for each, and one state for each except the chat, which is a log. */
const firstFrames = Object.keys(resources).length * 2 - 1;

const observeAll = Object.entries(resources).map(([observeId, resource]) =>
  toBinary(
    ClientMessageSchema,
    create(ClientMessageSchema, { message: { case: 'observeResource', value: { observeId, resource } } }),
  ),
);
const heartbeat = toBinary(
  ClientMessageSchema,
  create(ClientMessageSchema, { message: { case: 'heartbeat', value: {} } }),
);

/** One connection of a crowd. */
export interface Seat {
  readonly path: string;
  readonly token?: string;
  /** Absent: the port of the crowd. */
  readonly port?: number;
}

export interface CrowdOptions {
  readonly port: number;
  readonly seats: readonly Seat[];
  /** `room`: Matinee, observed as by the web app. `bare`: waits for one frame, if `path` asks for one. */
  readonly kind: 'room' | 'bare' | 'silent';
}

export class Crowd {
  readonly sockets: RawSocket[] = [];
  frames = 0;
  bytes = 0;
  /** Called with each change of the playback state, or with each frame of a bare server. */
  onChange: (frame: Buffer) => void = () => undefined;
  /** Rejects as soon as anything fails. */
  readonly failed: Promise<never>;
  #fail: (cause: Error) => void = () => undefined;

  constructor() {
    this.failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.failed.catch(() => undefined);
  }

  /** Opens all and waits until each has its first states; returns the milliseconds that this took. */
  async open({ port, seats, kind }: CrowdOptions): Promise<number> {
    const startedAtMs = performance.now();
    const queue = [...seats];
    const ready: Promise<void>[] = [];
    const openNext = async () => {
      for (let seat = queue.shift(); seat !== undefined; seat = queue.shift()) {
        const { socket, isReady } = this.#take(seat.port ?? port, seat, kind);
        ready.push(isReady);
        await socket.opened();
        if (kind === 'room') socket.send(...observeAll);
      }
    };
    const all = Promise.all(Array.from({ length: handshakes }, openNext)).then(() => Promise.all(ready));
    await Promise.race([all, this.failed]);
    return performance.now() - startedAtMs;
  }

  close(): void {
    for (const socket of this.sockets.splice(0)) socket.close();
  }

  #take(
    port: number,
    { path, token }: Seat,
    kind: CrowdOptions['kind'],
  ): { socket: RawSocket; isReady: Promise<void> } {
    let missing = kind === 'room' ? firstFrames : kind === 'bare' ? 1 : 0;
    const seen = new Set<number>();
    let resolve: () => void = () => undefined;
    const isReady = missing === 0 ? Promise.resolve() : new Promise<void>((done) => (resolve = done));
    const isFirst = (frame: Buffer): boolean => {
      if (kind !== 'room' || frame[0] === tag.observed) return true;
      if (frame[0] !== tag.changed || seen.has(observeIdOf(frame))) return false;
      seen.add(observeIdOf(frame));
      return true;
    };
    const onFrame = (frame: Buffer) => {
      this.frames += 1;
      this.bytes += frame.length;
      if (missing > 0) {
        if (isFirst(frame)) missing -= 1;
        if (missing === 0) resolve();
      } else if (frame[0] === tag.changed && observeIdOf(frame) === playbackId) this.onChange(frame);
      if (kind === 'room') this.#answer(socket, frame);
    };
    const onLost = (reason: string) => this.#fail(new Error(reason));
    const socket = new RawSocket({ port, path, token, onFrame, onLost });
    this.sockets.push(socket);
    return { socket, isReady };
  }

  #answer(socket: RawSocket, frame: Buffer): void {
    const first = frame[0];
    if (first === tag.heartbeat) socket.send(heartbeat);
    else if (first === tag.error || first === tag.observeError || first === tag.termination) {
      this.#fail(new Error(JSON.stringify(fromBinary(ServerMessageSchema, frame).message)));
    }
  }
}

const playbackId = 'p'.charCodeAt(0);

/** Where the ResourceChanged of a frame starts: after the tag and the length, which is one byte up to 127. */
export function changeStart(frame: Buffer): number {
  return frame[1]! < 0x80 ? 2 : frame[2]! < 0x80 ? 3 : 4;
}

/** The observe id is first: tag, length 1, the letter. (realtime.proto, ResourceChanged) */
function observeIdOf(frame: Buffer): number {
  return frame[changeStart(frame) + 2]!;
}
