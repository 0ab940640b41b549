/** A publisher for tests. It sends what a test tells it to, at once or in pieces. */
import { connect, type Socket } from 'node:net';
import { type Amf, decodeAmf0, encodeAmf0 } from './amf0.ts';
import { ChunkReader } from './chunk-reader.ts';
import { toChunks } from './chunk-writer.ts';
import { messageType, numberMessage, type RtmpMessage } from './message.ts';

/** The 3073 bytes of the client's side of the handshake. */
export const clientHandshake = Buffer.concat([Buffer.of(3), Buffer.alloc(2 * 1_536, 7)]);

export function command(...values: readonly Amf[]): RtmpMessage {
  return { type: messageType.amf0Command, streamId: 0, timestamp: 0, payload: encodeAmf0(...values) };
}

export const connectCommand = (app = 'live/room_a') => command('connect', 1, new Map<string, Amf>([['app', app]]));
export const publishCommand = (name = 'key') => command('publish', 5, null, name, 'live');

export const media = (type: number, timestamp: number, payload: Buffer): RtmpMessage => ({
  ...{ type, timestamp, payload },
  streamId: 1,
});

export const windowSize = (bytes: number) => numberMessage(messageType.windowSize, bytes);

/** Everything that a publisher sends until its first picture. */
export function opening(name?: string): Buffer {
  const words = [connectCommand(), command('createStream', 4, null), publishCommand(name)];
  return Buffer.concat([clientHandshake, ...words.map((word) => toChunks(word, 128))]);
}

/** Records what a server says: for each command its status code or else its name, and the numbers of other messages. */
export class ServerRecorder {
  readonly words: string[] = [];
  readonly #chunks = new ChunkReader();
  #left = 1 + 2 * 1_536;

  push(bytes: Buffer): void {
    const shaken = Math.min(this.#left, bytes.length);
    this.#left -= shaken;
    this.#chunks.push(bytes.subarray(shaken), ({ type, payload }) => {
      if (type !== messageType.amf0Command) return void this.words.push(String(type));
      const values = decodeAmf0(payload);
      const status = values.at(-1);
      const code = status instanceof Map ? (status.get('code') as string | undefined) : undefined;
      this.words.push(code ?? String(values[0]));
    });
  }
}

/** Connects to a server of this process. */
export function dial(port: number) {
  const heard = new ServerRecorder();
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('data', (data) => heard.push(data));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    heard,
    socket,
    closed,
    say: (...messages: RtmpMessage[]) => messages.map((one) => socket.write(toChunks(one, 128))),
  };
}
