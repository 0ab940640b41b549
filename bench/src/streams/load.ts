/** Encoders and viewers of live streams, in their own process. */
import { connect, type Socket } from 'node:net';
import { toChunks } from '@matinee/server/drivers/rtmp/chunk-writer.ts';
import { messageType, numberMessage, type RtmpMessage } from '@matinee/server/drivers/rtmp/message.ts';
import {
  clientHandshake,
  command,
  connectCommand,
  media,
  publishCommand,
  ServerRecorder,
} from '@matinee/server/drivers/rtmp/rtmp-client.fixture.ts';
import { until } from '@matinee/testkit/until.ts';
import { serveTasks } from '../worker.ts';
import { filmMs, makeFilm } from './film.ts';

/** An address of RTMP. */
export interface RtmpPlace {
  readonly port: number;
  readonly app: string;
  readonly name: string;
}

/** Where a viewer reads: an address of HTTP-FLV, or a stream of RTMP. */
export type Viewing = { readonly url: string } | RtmpPlace;

/** Interval at which an encoder sends its due data, in milliseconds. */
const tickMs = 20;
const chunkSize = 65_536;
/** A server may refuse many connections from one address, so each has its own address of the loopback network. */
let addresses = 1;
const encoders: { stop(): void }[] = [];
const viewers: Socket[] = [];
/** Bytes that all viewers have got. */
let viewedBytes = 0;

/** Starts an RTMP conversation, and receives the answers. */
function dial({ port, app }: RtmpPlace, ...words: readonly RtmpMessage[]) {
  addresses += 1;
  const localAddress = `127.0.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
  const heard = new ServerRecorder();
  socket.on('error', () => undefined);
  socket.write(clientHandshake);
  for (const word of [connectCommand(app), command('createStream', 4, null), ...words])
    socket.write(toChunks(word, 128));
  return { socket, heard };
}

const tasks = {
  /** Sends the film to each place, again and again, until the process ends. Resolves when all servers take it. */
  async publish(places: readonly RtmpPlace[]): Promise<void> {
    const film = makeFilm();
    await Promise.all(
      places.map(async (place) => {
        const { socket, heard } = dial(place, publishCommand(place.name));
        socket.on('data', (data) => heard.push(data));
        const answer = () => heard.words.find((word) => word.startsWith('NetStream.Publish'));
        const said = await until('the server answers an encoder', answer);
        if (said !== 'NetStream.Publish.Start') throw new Error(`an encoder was refused: ${said}`);
        socket.write(toChunks(numberMessage(messageType.setChunkSize, chunkSize), 128));
        encoders.push(startSending(socket, film));
      }),
    );
  },
  stopPublishing(): void {
    for (const encoder of encoders.splice(0)) encoder.stop();
  },
  /** Opens viewers, evenly within `withinMs`. Resolves when the last one has got its first bytes. */
  async view({ all, withinMs }: { readonly all: readonly Viewing[]; readonly withinMs: number }): Promise<void> {
    const first = all.map(async (viewing, place) => {
      await new Promise((resolve) => setTimeout(resolve, (withinMs * place) / all.length));
      return open(viewing);
    });
    await Promise.all(first);
  },
  leave(): void {
    for (const viewer of viewers.splice(0)) viewer.destroy();
  },
  viewed: (): number => viewedBytes,
};

/** Writes the film in real time. */
function startSending(socket: Socket, film: ReturnType<typeof makeFilm>): { stop(): void } {
  const beganMs = performance.now();
  let next = 0;
  const timer = setInterval(() => {
    const passedMs = performance.now() - beganMs;
    for (;;) {
      const round = Math.floor(next / film.length);
      const { kind, timestamp, payload } = film[next % film.length]!;
      const atMs = round * filmMs + timestamp;
      if (atMs > passedMs) return;
      socket.write(toChunks(media(messageType[kind === 'data' ? 'amf0Data' : kind], atMs, payload), chunkSize));
      next += 1;
    }
  }, tickMs);
  return {
    stop() {
      clearInterval(timer);
      socket.destroy();
    },
  };
}

/** Resolves at the first bytes of the stream. */
function open(viewing: Viewing): Promise<void> {
  const socket = 'url' in viewing ? openHttp(viewing.url) : openRtmp(viewing);
  viewers.push(socket);
  let bytes = 0;
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('a viewer was cut off')));
    socket.on('data', (data) => {
      if (bytes === 0 && isRefusal(data)) reject(new Error(`a viewer was refused: ${data.toString('latin1', 0, 500)}`));
      viewedBytes += data.length;
      bytes += data.length;
      // More than the answers before the first picture.
      if (bytes > 10_000) resolve();
    });
  });
}

const isRefusal = (data: Buffer) => /^HTTP\/1\.. (?!200)/.test(data.toString('latin1', 0, 12));

function openHttp(address: string): Socket {
  const { port, pathname, search, host } = new URL(address);
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  return socket;
}

function openRtmp(place: RtmpPlace): Socket {
  return dial(place, { ...command('play', 5, null, place.name), streamId: 1 }).socket;
}

export type StreamsLoad = typeof tasks;
serveTasks(tasks);
