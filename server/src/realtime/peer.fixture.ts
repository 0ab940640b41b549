/** A client without a network, for the tests of realtime. */
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  ClientMessageSchema,
  type ObserveResourceSchema,
  type ServerMessage,
  ServerMessageSchema,
} from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Connection } from './session/connection.ts';
import type { Session } from './session/session.ts';

type Body = Exclude<MessageInitShape<typeof ClientMessageSchema>['message'], undefined>;
type ServerCase = NonNullable<ServerMessage['message']['case']>;

/** Runs all promises that can settle now. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** One end of a connection. Frames from the server wait until the test reads them. */
export class FakeSocket implements Connection {
  readonly waiting: Uint8Array[] = [];
  readonly read: ServerMessage[] = [];
  readonly frames: Uint8Array[] = [];
  closed: { code: number; reason: string } | undefined;
  pings = 0;
  #bytes = 0;
  /** True: the peer reads every frame at once. */
  isFast: boolean;

  constructor(isFast = true) {
    this.isFast = isFast;
  }

  send(bytes: Uint8Array): void {
    if (this.closed) throw new Error('sent after close');
    this.waiting.push(bytes);
    this.#bytes += bytes.length;
    if (this.isFast) this.flush();
  }

  close(code: number, reason: string): void {
    if (this.closed) throw new Error('closed twice');
    this.closed = { code, reason };
  }

  ping(): void {
    this.pings += 1;
  }

  buffered(): number {
    return this.#bytes;
  }

  /** The peer reads up to `count` frames. */
  flush(count = Number.POSITIVE_INFINITY): ServerMessage[] {
    const frames = this.waiting.splice(0, Math.min(count, this.waiting.length));
    const messages = frames.map((frame) => fromBinary(ServerMessageSchema, frame));
    for (const frame of frames) this.#bytes -= frame.length;
    this.frames.push(...frames);
    this.read.push(...messages);
    return messages;
  }

  /** Values of the read messages with this case. */
  all<C extends ServerCase>(which: C) {
    type Value = Extract<ServerMessage['message'], { case: C }>['value'];
    return this.read.filter((m) => m.message.case === which).map((m) => m.message.value as Value);
  }

  /** Drops the read messages. */
  clear(): void {
    this.read.length = 0;
    this.frames.length = 0;
  }
}

/** A client with its connection. */
export class Peer {
  readonly session: Session;
  readonly socket: FakeSocket;

  constructor(session: Session, socket: FakeSocket) {
    this.session = session;
    this.socket = socket;
    session.start(socket);
  }

  say(message: Body, clientOperationId?: string): void {
    const init = { message, ...(clientOperationId !== undefined && { clientOperationId }) };
    this.session.receive(toBinary(ClientMessageSchema, create(ClientMessageSchema, init)));
  }

  /** Observes, and lets pending work run. */
  async observe(
    observeId: string,
    request: Omit<MessageInitShape<typeof ObserveResourceSchema>, 'observeId' | '$typeName'>,
  ) {
    this.say({ case: 'observeResource', value: { ...request, observeId } as never });
    await settle();
  }

  /** Simulates a network failure: unread frames are lost. */
  drop(): void {
    this.session.closed();
  }
}
