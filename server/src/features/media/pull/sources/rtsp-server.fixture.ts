/** An RTSP server on loopback with G.711 audio, controlled by a test. */
import { createServer, type Socket } from 'node:net';
import { frameHead, headerOf, type RtspRequest, writeMessage } from '../../../../drivers/rtsp/rtsp-message.ts';
import { RtspReader } from '../../../../drivers/rtsp/rtsp-reader.ts';

export interface Reply {
  readonly status?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RtspServer {
  readonly port: number;
  readonly asked: RtspRequest[];
  /** Overrides the usual response; `'nothing'`: no response. */
  instead: (request: RtspRequest, socket: Socket) => Reply | 'nothing' | undefined;
  readonly sockets: Set<Socket>;
  stop(): void;
}

export const soundDescription = (control = 'sound') =>
  ['v=0', 'o=- 1 1 IN IP4 10.0.0.1', 's=Door', 't=0 0', 'm=audio 0 RTP/AVP 0', `a=control:${control}`, ''].join('\r\n');

export async function startRtspServer(): Promise<RtspServer> {
  const sockets = new Set<Socket>();
  const senders = new Set<NodeJS.Timeout>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    const reader = new RtspReader({
      onAnswer: () => undefined,
      onFrame: () => undefined,
      onRequest: (request) => {
        started.asked.push(request);
        const reply = started.instead(request, socket) ?? usual(request);
        if (reply === 'nothing') return;
        const { status = '200 OK', headers = {}, body = '' } = reply;
        socket.write(writeMessage(`RTSP/1.0 ${status}`, { CSeq: headerOf(request, 'cseq')!, ...headers }, body));
        if (request.method === 'PLAY' && status === '200 OK') senders.add(sendSound(socket));
      },
    });
    socket.on('data', (data) => reader.push(data));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const started: RtspServer = {
    port: (server.address() as { port: number }).port,
    asked: [],
    instead: () => undefined,
    sockets,
    stop() {
      for (const sender of senders) clearInterval(sender);
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return started;
}

function usual({ method, headers }: RtspRequest): Reply {
  if (method === 'OPTIONS') return { headers: { Public: 'OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER' } };
  if (method === 'DESCRIBE') return { headers: { 'Content-Type': 'application/sdp' }, body: soundDescription() };
  if (method === 'SETUP') return { headers: { Transport: headers.get('transport')![0]!, Session: '7;timeout=60' } };
  return {};
}

/** Packets of 20 ms in real time. */
function sendSound(socket: Socket): NodeJS.Timeout {
  let number = 0;
  return setInterval(() => {
    const packet = Buffer.alloc(12 + 160, 0xd5);
    packet.writeUInt16BE(0x8000, 0);
    packet.writeUInt16BE(number & 0xffff, 2);
    packet.writeUInt32BE(number * 160, 4);
    packet.writeUInt32BE(7, 8);
    number += 1;
    if (socket.writable) socket.write(Buffer.concat([frameHead(0, packet.length), packet]));
  }, 20);
}
