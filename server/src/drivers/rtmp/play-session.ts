/**
 * One connection that plays a stream of another server, from its first byte on: handshake, commands, media (RTMP 1.0,
 * section 7.2). It knows no socket and no time. [RTM11] [RTM12]
 */

import { GrowingBytes } from '../../kernel/growing-bytes.ts';
import { type Amf, type AmfObject, decodeAmf0, encodeAmf0 } from './amf0.ts';
import { ChunkReader } from './chunk-reader.ts';
import { toChunks } from './chunk-writer.ts';
import { messageType, numberMessage, type RtmpMessage, userControl, userEvent } from './message.ts';
import { RtmpError } from './rtmp-error.ts';
import type { MediaMessage } from './session.ts';

/** Where a stream is. */
export interface PlayPlace {
  /** The application, the first part of the path. */
  readonly app: string;
  /** The name of the stream, with its query. */
  readonly name: string;
  /** The address of the application, without an account. */
  readonly url: string;
}

/** Why a server ends a stream, or gives none. */
export type PlayEnd = 'ended' | 'refused' | 'not_found';

export interface PlayEvents {
  /** Bytes for the other side. */
  send(bytes: Buffer): void;
  onMedia(message: MediaMessage): void;
  /** Called once. */
  onEnd(end: PlayEnd): void;
}

const version = 3;
const blockBytes = 1_536;
/** Both sides begin with this size of chunks (section 5.4.1), which is enough for our few words. */
const chunkBytes = 128;
const calls = { connect: 1, createStream: 2, play: 0 } as const;
/** The server may send this much at once, in milliseconds (section 6.2). */
const bufferMs = 1_000;
const setBufferLength = 3;
const streamEnd = 1;
/** Most bytes and messages before the first picture or sound. */
const opening = { bytes: 65_536, messages: 64 } as const;

export class PlaySession {
  readonly #place: PlayPlace;
  readonly #events: PlayEvents;
  readonly #chunks = new ChunkReader();
  /** The version, the block of the server, and the echo of ours. */
  readonly #greeting = new GrowingBytes();
  #isShaken = false;
  #hasMedia = false;
  #isOver = false;
  #received = 0;
  #messages = 0;
  #acknowledged = 0;
  #window: number | undefined;

  constructor(place: PlayPlace, events: PlayEvents, random: (length: number) => Buffer) {
    this.#place = place;
    this.#events = events;
    // Zeros in the place of a time and of a version: servers that know the longer handshake then do without it.
    events.send(Buffer.concat([Buffer.of(version), Buffer.alloc(8), random(blockBytes - 8)]));
  }

  /** Takes bytes of the other side. @throws RtmpError, after which the connection is of no use. */
  receive(data: Buffer): void {
    this.#received += data.length;
    const isLong = this.#received > opening.bytes + 2 * blockBytes || this.#messages > opening.messages;
    // The first piece with media in it may be long.
    const left = this.#isShaken ? data : this.#shake(data);
    if (left && left.length > 0) this.#chunks.push(left, (message) => this.#take(message));
    if (isLong && !this.#hasMedia) throw new RtmpError('too_long_an_opening');
    this.#acknowledge();
  }

  /** The bytes after the handshake; undefined: it is not over. */
  #shake(data: Buffer): Buffer | undefined {
    const whole = 1 + 2 * blockBytes;
    const piece = data.subarray(0, whole - this.#greeting.length);
    this.#greeting.add(piece, whole);
    if (this.#greeting.length < whole) return undefined;
    const greeting = this.#greeting.take();
    if (greeting[0] !== version) throw new RtmpError('version');
    this.#isShaken = true;
    this.#events.send(Buffer.from(greeting.subarray(1, 1 + blockBytes)));
    this.#connect();
    return data.subarray(piece.length);
  }

  #connect(): void {
    const { app, url } = this.#place;
    const details = new Map<string, Amf>([
      ['app', app],
      ['flashVer', 'LNX 9,0,124,2'],
      ['tcUrl', url],
      ['fpad', false],
      ['capabilities', 15],
      ['audioCodecs', 4_071],
      ['videoCodecs', 252],
      ['videoFunction', 1],
      ['fourCcList', ['avc1', 'hvc1', 'av01', 'vp09', 'Opus', 'mp4a']],
    ]);
    this.#say(0, 'connect', calls.connect, details);
  }

  #take(message: RtmpMessage): void {
    if (this.#isOver) return;
    this.#messages += 1;
    const { type, payload, timestamp } = message;
    switch (type) {
      case messageType.audio:
        return this.#media('audio', timestamp, payload);
      case messageType.video:
        return this.#media('video', timestamp, payload);
      case messageType.amf0Data:
        return this.#media('data', timestamp, payload);
      case messageType.amf3Data:
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
      default:
        // Servers tell of bandwidth and shared objects, which concern nobody here.
        return;
    }
  }

  #media(kind: MediaMessage['kind'], timestamp: number, payload: Buffer): void {
    if (payload.length === 0) return;
    this.#hasMedia ||= kind !== 'data';
    this.#events.onMedia({ kind, timestamp, payload });
  }

  #userControl(payload: Buffer): void {
    if (payload.length < 6) throw new RtmpError('broken_control');
    const event = payload.readUInt16BE();
    if (event === userEvent.pingRequest) this.#send(userControl(userEvent.pingResponse, payload.subarray(2, 6)));
    if (event === streamEnd) this.#end('ended');
  }

  #command([name, transaction, first, second]: readonly Amf[]): void {
    if (name === '_error') return this.#end(transaction === calls.connect ? endOf(second, 'refused') : 'not_found');
    if (name === 'onStatus') return this.#status(second ?? first);
    if (name === 'close') return this.#end('ended');
    if (name !== '_result') return;
    if (transaction === calls.connect) return this.#say(0, 'createStream', calls.createStream, null);
    if (transaction === calls.createStream && typeof second === 'number') this.#play(second);
  }

  #play(streamId: number): void {
    if (!Number.isInteger(streamId) || streamId < 0 || streamId > 0xffff_ffff) throw new RtmpError('broken_amf');
    // -2 seconds, in the milliseconds that servers expect: what is live, or else recorded. (Section 7.2.2.1)
    this.#say(streamId, 'play', calls.play, null, this.#place.name, -2_000);
    const buffer = Buffer.alloc(8);
    buffer.writeUInt32BE(streamId);
    buffer.writeUInt32BE(bufferMs, 4);
    this.#send(userControl(setBufferLength, buffer));
  }

  #status(info: Amf): void {
    if (!(info instanceof Map)) return;
    const { level, code } = { level: (info as AmfObject).get('level'), code: (info as AmfObject).get('code') };
    if (level === 'error') return this.#end(endOf(info, 'not_found'));
    const isEnd = code === 'NetStream.Play.Stop' || code === 'NetStream.Play.UnpublishNotify';
    if (isEnd || code === 'NetStream.Play.Complete') this.#end('ended');
  }

  #end(end: PlayEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#events.onEnd(end);
  }

  #say(streamId: number, ...values: readonly Amf[]): void {
    this.#send({ type: messageType.amf0Command, streamId, timestamp: 0, payload: encodeAmf0(...values) });
  }

  #send(message: RtmpMessage): void {
    this.#events.send(toChunks(message, chunkBytes));
  }

  #acknowledge(): void {
    if (this.#window === undefined || this.#received - this.#acknowledged < this.#window) return;
    this.#acknowledged = this.#received;
    this.#send(numberMessage(messageType.acknowledgement, this.#received % 2 ** 32));
  }
}

/** What the code of an error means. */
function endOf(info: Amf, usual: PlayEnd): PlayEnd {
  const code = info instanceof Map ? (info as AmfObject).get('code') : undefined;
  if (typeof code !== 'string') return usual;
  if (/Rejected|InvalidApp/.test(code)) return 'refused';
  return /NotFound|Failed/.test(code) ? 'not_found' : usual;
}
