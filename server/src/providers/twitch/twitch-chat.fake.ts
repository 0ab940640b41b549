/**
 * Twitch's IRC over WebSocket on loopback, by its documentation (dev.twitch.tv/docs/chat/irc): it requires
 * capabilities, password and nickname before a channel, responds with ROOMSTATE, and sends the lines of a test.
 * Visitors have nicknames of the form `justinfan12345`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface FakeTwitchChat {
  readonly sites: Readonly<Record<string, string>>;
  /** Open connections. */
  readonly sockets: Set<WebSocket>;
  /** All lines received from clients. */
  readonly heard: string[];
  /** While true, it sends nothing unasked. */
  isSilent: boolean;
  /** Sends lines to all clients in the channel. */
  say(...lines: string[]): void;
  stop(): void;
}

export async function startFakeTwitchChat(): Promise<FakeTwitchChat> {
  const http = createServer((_, response) => response.writeHead(404).end());
  const server = new WebSocketServer({ server: http });
  const channels = new Map<WebSocket, string>();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const fake: FakeTwitchChat = {
    sites: { 'wss://irc-ws.chat.twitch.tv': `ws://127.0.0.1:${(http.address() as AddressInfo).port}` },
    sockets: new Set(),
    heard: [],
    isSilent: false,
    say(...lines) {
      for (const socket of channels.keys()) socket.send(`${lines.join('\r\n')}\r\n`);
    },
    stop() {
      for (const socket of fake.sockets) socket.terminate();
      server.close();
      http.closeAllConnections();
      http.close();
    },
  };
  server.on('connection', (socket) => {
    fake.sockets.add(socket);
    let nickname = '';
    socket.on('close', () => {
      fake.sockets.delete(socket);
      channels.delete(socket);
    });
    socket.on('message', (data) => {
      for (const line of String(data).split('\r\n').filter(Boolean)) {
        fake.heard.push(line);
        if (fake.isSilent) continue;
        const [command, what = ''] = line.split(' ');
        if (command === 'CAP') socket.send(`:tmi.twitch.tv CAP * ACK ${line.slice(8)}\r\n`);
        if (command === 'PING') socket.send(`:tmi.twitch.tv PONG tmi.twitch.tv ${what}\r\n`);
        if (command === 'NICK') {
          nickname = /^justinfan\d+$/.test(what) ? what : '';
          if (nickname === '') socket.send(':tmi.twitch.tv NOTICE * :Login authentication failed\r\n');
          else socket.send(`:tmi.twitch.tv 001 ${nickname} :Welcome, GLHF!\r\n`);
        }
        if (command === 'JOIN' && nickname !== '') {
          channels.set(socket, what);
          const own = `:${nickname}!${nickname}@${nickname}.tmi.twitch.tv`;
          socket.send(`${own} JOIN ${what}\r\n@emote-only=0;room-id=27;slow=0 :tmi.twitch.tv ROOMSTATE ${what}\r\n`);
        }
      }
    });
  });
  return fake;
}

/** A chat line in Twitch's format. */
export function chatLine(
  text: string,
  { id = '', author = 'Anna', authorId = '42', color = '#1E90FF', channel = 'monstercat' } = {},
): string {
  const login = author.toLowerCase();
  return `@badge-info=;color=${color};display-name=${author};emotes=;id=${id};tmi-sent-ts=1642696567751;user-id=${authorId} :${login}!${login}@${login}.tmi.twitch.tv PRIVMSG #${channel} :${text}`;
}
