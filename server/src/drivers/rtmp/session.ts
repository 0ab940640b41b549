/**
 * One connection of a publisher, from its first byte on: handshake, commands, media (RTMP 1.0, section 7.2). It knows
 * no socket and no time. While a publisher waits for an answer, `receive` gets nothing more. [RTM3] [RTM4]
 */
import { type Amf, type AmfObject, decodeAmf0, encodeAmf0 } from './amf0.ts';
import { type ChunkLimits, ChunkReader } from './chunk-reader.ts';
import { toChunks } from './chunk-writer.ts';
import { Handshake } from './handshake.ts';
import { messageType, numberMessage, type RtmpMessage, userControl, userEvent } from './message.ts';
import { RtmpError } from './rtmp-error.ts';

/** A publisher's request. */
export interface PublishRequest {
  /** The part of the address after the host, `live/room_…`. */
  readonly app: string;
  /** The name of the stream: for this server it is the key. */
  readonly name: string;
}

export type Refusal = 'bad_name' | 'taken' | 'unavailable';

/** A message of a stream, in the encoder's order. */
export interface MediaMessage {
  readonly kind: 'audio' | 'video' | 'data';
  readonly timestamp: number;
  readonly payload: Buffer;
}

export interface SessionEvents {
  /** Bytes for the other side. */
  send(bytes: Buffer): void;
  /** A publisher asks to publish; the receiver of the event calls `answer` next. */
  onPublish(request: PublishRequest): void;
  onMedia(message: MediaMessage): void;
  /** The publisher ends the stream, or wants something that this server does not do. */
  onDone(): void;
}

/** How many bytes may come before an acknowledgement. (Section 5.4.4) */
const windowBytes = 2_500_000;
/** A smaller size than the usual 4096 bytes costs headers. A larger one gains nothing for our few words. */
const sentChunkBytes = 4_096;
/** The stream that `createStream` gives. */
const onlyStreamId = 1;
const longestName = 512;
/**
 * Most that a publisher may send before its key is accepted. Encoders send less than a kilobyte in seven messages. Data
 * that comes in one piece counts once.
 */
const opening = { bytes: 16_384, chunks: 256, messages: 32 } as const;
/** Codecs of enhanced RTMP that we pass on. */
const fourCcs = ['avc1', 'hvc1', 'av01', 'vp09', 'Opus', 'mp4a'];

const refusals: Readonly<Record<Refusal, readonly [code: string, description: string]>> = {
  bad_name: ['NetStream.Publish.BadName', 'This key is unknown, used or expired.'],
  taken: ['NetStream.Publish.BadName', 'Somebody else is sending to this place.'],
  unavailable: ['NetStream.Publish.Failed', 'The server cannot take this stream now.'],
};

export class RtmpSession {
  readonly #events: SessionEvents;
  readonly #handshake: Handshake;
  readonly #chunks: ChunkReader;
  #isShaken = false;
  #app: string | undefined;
  #phase: 'idle' | 'asked' | 'publishing' | 'over' = 'idle';
  /** Messages that came in one piece with the request to publish. */
  readonly #early: RtmpMessage[] = [];
  #isChunkSizeSent = false;
  #received = 0;
  #messages = 0;
  #acknowledged = 0;
  #window = windowBytes;

  constructor(events: SessionEvents, random: (length: number) => Buffer, limits?: ChunkLimits) {
    this.#events = events;
    this.#handshake = new Handshake(random);
    this.#chunks = new ChunkReader(limits);
  }

  /** The cost of reading so far, in chunks: a message costs as much as 16 of them. */
  get work(): number {
    return this.#chunks.chunks + 16 * this.#messages;
  }

  /** Takes bytes of the other side. @throws RtmpError, after which the connection is of no use. */
  receive(data: Buffer): void {
    if (this.#phase === 'idle' && (this.#received > opening.bytes || this.#chunks.chunks > opening.chunks))
      throw new RtmpError('too_long_an_opening');
    this.#received += data.length;
    const left = this.#isShaken ? data : this.#shake(data);
    if (left !== undefined && left.length > 0) this.#chunks.push(left, (message) => this.#take(message));
    this.#acknowledge();
  }

  /** Answers the request to publish. A refusal ends the session. @throws RtmpError */
  answer(refusal: Refusal | undefined): void {
    if (this.#phase !== 'asked') return;
    if (refusal !== undefined) return this.end(...refusals[refusal]);
    this.#phase = 'publishing';
    this.#event(userEvent.streamBegin, onlyStreamId);
    this.#status('status', 'NetStream.Publish.Start', 'The stream is on the air.');
    for (const message of this.#early.splice(0)) this.#take(message);
  }

  /** Ends the session, and tells the publisher why. */
  end(code: string, description: string): void {
    if (this.#phase === 'over') return;
    this.#phase = 'over';
    this.#status('error', code, description);
    this.#events.onDone();
  }

  #shake(data: Buffer): Buffer | undefined {
    const { send, left } = this.#handshake.push(data);
    if (send.length > 0) this.#events.send(send);
    this.#isShaken = left !== undefined;
    return left;
  }

  #take(message: RtmpMessage): void {
    if (this.#phase === 'over') return;
    this.#messages += 1;
    if (this.#phase === 'idle' && this.#messages > opening.messages) throw new RtmpError('too_long_an_opening');
    if (this.#phase === 'asked') {
      this.#early.push(message);
      return;
    }
    const { type, payload, timestamp } = message;
    switch (type) {
      case messageType.audio:
        return this.#media('audio', timestamp, payload);
      case messageType.video:
        return this.#media('video', timestamp, payload);
      case messageType.amf0Data:
        return this.#media('data', timestamp, payload);
      case messageType.amf3Data:
        // A zero byte says that values of version 0 follow; encoders send nothing else.
        return this.#media('data', timestamp, payload.subarray(1));
      case messageType.amf0Command:
        return this.#command(decodeAmf0(payload));
      case messageType.amf3Command:
        return this.#command(decodeAmf0(payload.subarray(1)));
      case messageType.userControl:
        return this.#userControl(payload);
      case messageType.windowSize:
        if (payload.length < 4) throw new RtmpError('broken_control');
        this.#window = Math.max(1, payload.readUInt32BE());
        return;
      case messageType.acknowledgement:
      case messageType.peerBandwidth:
        return;
      default:
        throw new RtmpError('unexpected_message');
    }
  }

  #media(kind: MediaMessage['kind'], timestamp: number, payload: Buffer): void {
    if (this.#phase !== 'publishing') throw new RtmpError('unexpected_message');
    if (payload.length > 0) this.#events.onMedia({ kind, timestamp, payload });
  }

  #userControl(payload: Buffer): void {
    if (payload.length < 2) throw new RtmpError('broken_control');
    if (payload.readUInt16BE() !== userEvent.pingRequest) return;
    if (payload.length < 6) throw new RtmpError('broken_control');
    this.#send(userControl(userEvent.pingResponse, payload.subarray(2, 6)));
  }

  #command([name, transaction, first, second]: readonly Amf[]): void {
    if (typeof name !== 'string' || typeof transaction !== 'number') throw new RtmpError('broken_amf');
    switch (name) {
      case 'connect':
        return this.#connect(transaction, first);
      case 'createStream':
        return this.#reply('_result', transaction, null, onlyStreamId);
      case 'releaseStream':
        return this.#reply('_result', transaction, null, undefined);
      case 'FCPublish':
        return this.#reply('onFCPublish', 0, null, statusOf('status', 'NetStream.Publish.Start', ''));
      case 'publish':
        return this.#publish(second);
      case 'FCUnpublish':
      case 'deleteStream':
      case 'closeStream':
        this.#phase = 'over';
        return this.#events.onDone();
      case 'play':
      case 'play2':
        return this.end('NetStream.Play.Failed', 'Streams are watched in rooms, not over RTMP.');
      default:
        // Encoders announce their abilities and measure; without an answer they go on.
        if (transaction !== 0)
          this.#reply('_error', transaction, null, statusOf('error', 'NetConnection.Call.Failed', ''));
    }
  }

  #connect(transaction: number, details: Amf): void {
    if (!(details instanceof Map) || this.#app !== undefined) throw new RtmpError('unexpected_message');
    const app: Amf = (details as AmfObject).get('app');
    this.#app = typeof app === 'string' ? app.slice(0, longestName) : '';
    this.#send(numberMessage(messageType.windowSize, windowBytes));
    // 2: the other side chooses how strictly it keeps to the limit. (Section 5.4.5)
    this.#send(numberMessage(messageType.peerBandwidth, windowBytes, 2));
    this.#send(numberMessage(messageType.setChunkSize, sentChunkBytes));
    const server = new Map<string, Amf>([
      ['fmsVer', 'FMS/3,5,7,7009'],
      ['capabilities', 31],
      ['fourCcList', fourCcs],
    ]);
    const info = new Map([...statusOf('status', 'NetConnection.Connect.Success', 'Welcome.'), ['objectEncoding', 0]]);
    this.#reply('_result', transaction, server, info);
  }

  #publish(name: Amf): void {
    if (this.#app === undefined || this.#phase !== 'idle' || typeof name !== 'string')
      throw new RtmpError('unexpected_message');
    this.#phase = 'asked';
    this.#events.onPublish({ app: this.#app, name: name.slice(0, longestName) });
  }

  #status(level: 'status' | 'error', code: string, description: string): void {
    const payload = encodeAmf0('onStatus', 0, null, statusOf(level, code, description));
    this.#send({ type: messageType.amf0Command, streamId: onlyStreamId, timestamp: 0, payload });
  }

  #event(event: number, streamId: number): void {
    const value = Buffer.alloc(4);
    value.writeUInt32BE(streamId);
    this.#send(userControl(event, value));
  }

  #reply(...values: readonly Amf[]): void {
    this.#send({ type: messageType.amf0Command, streamId: 0, timestamp: 0, payload: encodeAmf0(...values) });
  }

  #send(message: RtmpMessage): void {
    const size = this.#isChunkSizeSent ? sentChunkBytes : 128;
    this.#events.send(toChunks(message, size));
    if (message.type === messageType.setChunkSize) this.#isChunkSizeSent = true;
  }

  #acknowledge(): void {
    if (!this.#isShaken || this.#received - this.#acknowledged < this.#window) return;
    this.#acknowledged = this.#received;
    this.#send(numberMessage(messageType.acknowledgement, this.#received % 2 ** 32));
  }
}

function statusOf(level: 'status' | 'error', code: string, description: string): ReadonlyMap<string, Amf> {
  return new Map([
    ['level', level],
    ['code', code],
    ['description', description],
  ]);
}
