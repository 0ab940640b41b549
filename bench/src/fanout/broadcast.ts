/** Sends commands to a crowd, and measures how long each takes to reach the last member. */
import { randomBytes } from 'node:crypto';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  ClientMessageSchema,
  type ServerMessage,
  ServerMessageSchema,
} from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { type Crowd, changeStart } from '../crowd.ts';

/** Maximum number of people who take turns with commands, so that none exceeds the rate limit of one connection. */
const mostCommanders = 20;

interface Command {
  readonly sentAtMs: number;
  readonly done: (latencyMs: number) => void;
}

/** One command that has not reached all members yet. */
interface Event {
  readonly sequence: number;
  readonly command: Command | undefined;
  missing: number;
}

/**
 * Sends commands to one crowd. For an operation id, `encode` makes the bytes of a command that the server passes to all
 * members.
 */
export class Broadcast {
  readonly #crowd: Crowd;
  readonly #encode: (operationId: string, count: number) => Uint8Array;
  readonly #commands = new Map<string, Command>();
  readonly #events = new Map<number, Event>();
  /** Begins the ids of its operations: a room does not apply an id again. */
  readonly #run = randomBytes(2).toString('hex');
  #event: Event | undefined;
  #count = 0;
  /** The last change that arrived. */
  lastFrame: Buffer | undefined;

  constructor(crowd: Crowd, encode: (operationId: string, count: number) => Uint8Array) {
    this.#crowd = crowd;
    this.#encode = encode;
    crowd.onChange = (frame) => this.#heard(frame);
  }

  /** Resolves when the last member has the change, with the milliseconds that this took. */
  command(): Promise<number> {
    const count = ++this.#count;
    const operationId = `${this.#run}${String(count).padStart(6, '0')}`;
    const payload = this.#encode(operationId, count);
    const { sockets } = this.#crowd;
    const told = new Promise<number>((done) => {
      this.#commands.set(operationId, { sentAtMs: performance.now(), done });
      sockets[count % Math.min(mostCommanders, sockets.length)]!.send(payload);
    });
    return Promise.race([told, this.#crowd.failed]);
  }

  #heard(frame: Buffer): void {
    const sequence = sequenceOf(frame);
    if (this.#event?.sequence !== sequence) this.#event = this.#events.get(sequence) ?? this.#begin(sequence, frame);
    const event = this.#event;
    event.missing -= 1;
    if (event.missing > 0) return;
    this.#events.delete(sequence);
    event.command?.done(performance.now() - event.command.sentAtMs);
  }

  #begin(sequence: number, frame: Buffer): Event {
    this.lastFrame = Buffer.from(frame);
    const operationId = playbackOf(fromBinary(ServerMessageSchema, frame)).clientOperationId ?? '';
    const event = { sequence, command: this.#commands.get(operationId), missing: this.#crowd.sockets.length };
    this.#commands.delete(operationId);
    this.#events.set(sequence, event);
    return event;
  }
}

/** A seek: every room sends it to all its members. */
export function seek(operationId: string, count: number): Uint8Array {
  const value = { positionSeconds: 60 + (count % 600), clientOperationId: operationId };
  const message = { case: 'updatePlaybackState', value } as const;
  return toBinary(ClientMessageSchema, create(ClientMessageSchema, { message, clientOperationId: operationId }));
}

/**
 * Copies a frame of Matinee with another sequence and operation, so that the control sends frames of the same length.
 */
export function likeFrame(sample: Uint8Array): (operationId: string, count: number) => Uint8Array {
  const message = fromBinary(ServerMessageSchema, sample);
  const base = changeOf(message).sequence;
  return (operationId, count) => {
    changeOf(message).sequence = base + BigInt(count);
    playbackOf(message).clientOperationId = operationId;
    return toBinary(ServerMessageSchema, message);
  };
}

function changeOf({ message }: ServerMessage) {
  if (message.case !== 'resourceChanged') throw new Error(`a ${message.case} where a change was expected`);
  return message.value;
}

function playbackOf(message: ServerMessage) {
  const { resource } = changeOf(message);
  if (resource.case !== 'playbackState') throw new Error(`${resource.case} where the playback state was expected`);
  return resource.value;
}

/** The varint after the observe id (3 bytes) and its own tag. (realtime.proto, ResourceChanged) */
function sequenceOf(frame: Buffer): number {
  let sequence = 0;
  let at = changeStart(frame) + 4;
  for (let scale = 1; ; scale *= 128, at++) {
    const byte = frame[at]!;
    sequence += (byte & 0x7f) * scale;
    if (byte < 0x80) return sequence;
  }
}
