/** Keep-alive HTTP/1.1 clients on bare sockets, which leave the processors to the measured server. */
import { connect } from 'node:net';
import type { CallLoad } from '../calls.ts';
import { quantile } from '../figures.ts';
import { serveTasks } from '../worker.ts';

interface LoadOptions {
  readonly port: number;
  readonly path: string;
  readonly token: string;
  readonly connections: number;
  readonly ms: number;
}

/** Sends one request after another until `endAtMs`. @throws Error for any answer but 200. */
function runConnection({ port, path, token }: LoadOptions, endAtMs: number, latencies: number[]): Promise<void> {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let answer = '';
    let sentAtMs = 0;
    const next = () => {
      sentAtMs = performance.now();
      if (sentAtMs < endAtMs) socket.write(request);
      else socket.destroy();
    };
    socket.setEncoding('latin1');
    socket.on('connect', next);
    socket.on('data', (text: string) => {
      answer += text;
      const headEnd = answer.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(answer)?.[1]);
      if (!answer.startsWith('HTTP/1.1 200') || Number.isNaN(length)) {
        socket.destroy(new Error(answer.slice(0, 500)));
        return;
      }
      if (answer.length < headEnd + 4 + length) return;
      answer = '';
      latencies.push(performance.now() - sentAtMs);
      next();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

const tasks = {
  async run(options: LoadOptions): Promise<CallLoad> {
    const latencies: number[] = [];
    const startedAtMs = performance.now();
    const endAtMs = startedAtMs + options.ms;
    await Promise.all(Array.from({ length: options.connections }, () => runConnection(options, endAtMs, latencies)));
    const seconds = (performance.now() - startedAtMs) / 1000;
    return {
      calls: latencies.length,
      perSecond: latencies.length / seconds,
      p50Ms: quantile(latencies, 0.5),
      p99Ms: quantile(latencies, 0.99),
    };
  },
};

export type RestLoad = typeof tasks;
serveTasks(tasks);
