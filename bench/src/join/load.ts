/**
 * People who join a room at once, in their own process: HTTP/1.1 on bare sockets, which leave the processors to the
 * measured server.
 */
import { connect } from 'node:net';
import { serveTasks } from '../worker.ts';

interface Crowd {
  readonly port: number;
  readonly room: string;
  readonly tokens: readonly string[];
  /** Number of connections. The people use each of them one after the other. */
  readonly connections: number;
}

/** The outcome for a crowd. */
export interface Joined {
  readonly entered: number;
  /** Refused, because the room was full. */
  readonly refused: number;
  readonly perSecond: number;
  /** How long each answer took, in milliseconds. */
  readonly times: number[];
}

const tasks = {
  /**
   * Each person asks to join once. @throws Error for any other answer than that they are in, or that the room is full.
   */
  async join({ port, room, tokens, connections }: Crowd): Promise<Joined> {
    const queue = [...tokens];
    const times: number[] = [];
    let refused = 0;
    const onAnswer = (answer: string, ms: number) => {
      times.push(ms);
      if (answer.startsWith('HTTP/1.1 200')) return;
      if (!/"access": ?"full"/i.test(answer)) throw new Error(answer.slice(0, 800));
      refused += 1;
    };
    const startedAtMs = performance.now();
    const runs = Array.from({ length: connections }, () => runConnection(port, room, queue, onAnswer));
    await Promise.all(runs);
    const perSecond = times.length / ((performance.now() - startedAtMs) / 1000);
    return { entered: times.length - refused, refused, perSecond, times };
  },
};

function runConnection(
  port: number,
  room: string,
  queue: string[],
  onAnswer: (answer: string, ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let answer = '';
    let sentAtMs = 0;
    const next = () => {
      const token = queue.shift();
      if (token === undefined) return socket.destroy();
      sentAtMs = performance.now();
      return socket.write(
        `PUT /api/rooms/${room}/members/@me HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
      );
    };
    socket.setEncoding('latin1');
    socket.on('connect', next);
    socket.on('data', (text: string) => {
      answer += text;
      const headEnd = answer.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(answer)?.[1]);
      if (answer.length < headEnd + 4 + length) return;
      try {
        onAnswer(answer, performance.now() - sentAtMs);
      } catch (cause) {
        socket.destroy(cause as Error);
        return;
      }
      answer = '';
      next();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

export type JoinLoad = typeof tasks;
serveTasks(tasks);
