/** Readers on bare sockets that discard the bytes, to leave the processors to the measured servers. */
import { connect, type Socket } from 'node:net';
import { serveTasks } from '../worker.ts';

interface Read {
  readonly port: number;
  readonly path: string;
  /** Absent: everything. */
  readonly range?: string;
}

export interface Throughput {
  readonly megabytesPerSecond: number;
  readonly bytes: number;
}

const endOfHead = '\r\n\r\n';

/** Reads one answer to its end. Returns the length of its body. @throws Error for a status other than 200 and 206 */
function read({ port, path, range }: Read): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = '';
    let left: number | undefined;
    let length = 0;
    const take = (count: number, bytes: Buffer) => {
      let body = count;
      if (left === undefined) {
        head += bytes.toString('latin1', 0, count);
        const end = head.indexOf(endOfHead);
        if (end === -1) return true;
        length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
        if (!/^HTTP\/1\.1 20[06]/.test(head) || Number.isNaN(length)) {
          socket.destroy(new Error(head.slice(0, 500)));
          return false;
        }
        body = head.length - end - endOfHead.length;
        left = length;
      }
      left -= body;
      if (left <= 0) {
        socket.destroy();
        resolve(length);
      }
      return true;
    };
    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      onread: { buffer: Buffer.allocUnsafeSlow(1_048_576), callback: take },
    });
    const wanted = range === undefined ? '' : `range: ${range}\r\n`;
    socket.on('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${wanted}\r\n`));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`the answer ended ${left} bytes too early`)));
  });
}

const stalled: Socket[] = [];

const tasks = {
  /** All readers read everything, at the same time. */
  async all({ readers, ...asked }: Read & { readonly readers: number }): Promise<Throughput> {
    const startedAtMs = performance.now();
    const lengths = await Promise.all(Array.from({ length: readers }, () => read(asked)));
    const bytes = lengths.reduce((sum, length) => sum + length, 0);
    return { bytes, megabytesPerSecond: bytes / 1e3 / (performance.now() - startedAtMs) };
  },
  /** Reads one after the other; returns the milliseconds of each. */
  async each({ reads }: { readonly reads: readonly Read[] }): Promise<number[]> {
    const latencies: number[] = [];
    for (const one of reads) {
      const startedAtMs = performance.now();
      await read(one);
      latencies.push(performance.now() - startedAtMs);
    }
    return latencies;
  },
  /** Opens readers that read the beginning and stop. They stay until this process ends. */
  async stall({ readers, port, path }: Read & { readonly readers: number }): Promise<void> {
    await Promise.all(
      Array.from(
        { length: readers },
        () =>
          new Promise<void>((resolve, reject) => {
            const socket = connect({ port, host: '127.0.0.1' });
            stalled.push(socket);
            socket.once('error', reject);
            socket.once('data', () => {
              socket.pause();
              resolve();
            });
            socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
          }),
      ),
    );
  },
};

export type ProxyLoad = typeof tasks;
serveTasks(tasks);
