/**
 * The servers of Bilibili's live comments on loopback, by the notes of bilibili-API-collect
 * (docs/live/message_stream.md). A client whose first packet has the right key gets code 0, heartbeats get a number of
 * viewers, and messages arrive compressed.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync } from 'node:zlib';
import { type WebSocket, WebSocketServer } from 'ws';

export const liveKey = 'key-of-the-room';

export interface FakeLiveComments {
  readonly sites: Readonly<Record<string, string>>;
  readonly sockets: Set<WebSocket>;
  connections: number;
  /** Bodies of the clients' first packets. */
  readonly entered: Record<string, unknown>[];
  beats: number;
  send(frame: Buffer): void;
  stop(): void;
}

export function livePacket(operation: number, version: number, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body as string);
  const header = Buffer.alloc(16);
  header.writeUInt32BE(16 + bytes.length, 0);
  header.writeUInt16BE(16, 4);
  header.writeUInt16BE(version, 6);
  header.writeUInt32BE(operation, 8);
  return Buffer.concat([header, bytes]);
}

/** A comment in an uncompressed packet. */
export function liveComment(text: string, { mode = 1, size = 25, color = 16_777_215, author = 'a***' } = {}): Buffer {
  const look = [0, mode, size, color, 1_700_000_000_000, 123, 0, '', 0, 0, 0, '', 0, '{}', '{}', {}, {}, 0];
  const info = [look, text, [0, author, 0, 0, 0, 10_000, 1, ''], [], [0, 0, 0, '', 0], ['', ''], 0, 0];
  return livePacket(5, 0, JSON.stringify({ cmd: 'DANMU_MSG', info, dm_v2: '' }));
}

export const packed = {
  brotli: (...packets: Buffer[]) => livePacket(5, 3, brotliCompressSync(Buffer.concat(packets))),
  zlib: (...packets: Buffer[]) => livePacket(5, 2, deflateSync(Buffer.concat(packets))),
};

export async function startFakeLiveComments(): Promise<FakeLiveComments> {
  const http = createServer((_, response) => response.writeHead(404).end());
  const server = new WebSocketServer({ server: http, path: '/sub' });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const inside = new Set<WebSocket>();
  const fake: FakeLiveComments = {
    sites: Object.fromEntries(
      ['zj-cn-live-comet', 'broadcastlv'].map((host) => [`wss://${host}.chat.bilibili.com:2245`, url]),
    ),
    sockets: new Set(),
    connections: 0,
    entered: [],
    beats: 0,
    send(frame) {
      for (const socket of inside) socket.send(frame);
    },
    stop() {
      for (const socket of fake.sockets) socket.terminate();
      server.close();
      http.closeAllConnections();
      http.close();
    },
  };
  server.on('connection', (socket) => {
    fake.connections += 1;
    fake.sockets.add(socket);
    socket.on('close', () => {
      fake.sockets.delete(socket);
      inside.delete(socket);
    });
    socket.on('message', (data: Buffer) => {
      const operation = data.readUInt32BE(8);
      if (operation === 2) {
        fake.beats += 1;
        const people = Buffer.alloc(4);
        people.writeUInt32BE(2_466);
        socket.send(livePacket(3, 1, people));
      }
      if (operation !== 7) return;
      const entering = JSON.parse(data.subarray(16).toString()) as Record<string, unknown>;
      fake.entered.push(entering);
      if (entering['key'] !== liveKey) return socket.terminate();
      inside.add(socket);
      socket.send(livePacket(8, 1, '{"code":0}'));
    });
  });
  return fake;
}
