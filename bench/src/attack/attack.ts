import { freePort } from '@matinee/testkit/outside/nginx.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import type { Benchmark } from '../benchmark.ts';
import { quantile } from '../figures.ts';
import { startServer } from '../server-process.ts';
import { startWorker } from '../worker.ts';
import type { Flood } from './flood.ts';

/** Duration of each part, and the pause between two requests of the waiting person, in milliseconds. */
const partMs = 8_000;
const pauseMs = 5;

/**
 * How long others wait at most while strangers without a key flood the RTMP port over 32 connections (`attacked_`), and
 * without a flood (`control_`).
 */
export const attack: Benchmark = {
  name: 'attack',
  async run() {
    const port = await freePort();
    const server = await startServer({
      environment: { MATINEE_RTMP_ADDRESS: `127.0.0.1:${port}` },
    });
    const flood = await startWorker<Flood>(new URL('flood.ts', import.meta.url));
    try {
      await waits(server.url, 1_000);
      const quiet = await waits(server.url, partMs);
      await flood.ask('begin', { port });
      const attacked = await waits(server.url, partMs);
      await flood.ask('end', undefined);
      return {
        attacked_longest_ms: Math.max(...attacked),
        attacked_p99_ms: quantile(attacked, 0.99),
        control_longest_ms: Math.max(...quiet),
        control_p99_ms: quantile(quiet, 0.99),
      };
    } finally {
      await flood.stop();
      await server.stop();
    }
  },
};

/** How long each of many requests in a row waits, in milliseconds. */
async function waits(url: string, forMs: number): Promise<number[]> {
  const measured: number[] = [];
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    const startedAtMs = performance.now();
    const { status } = await callRest(url, { call: 'PublicService.GetServerInfo' });
    if (status !== 200) throw new Error(`the server answered ${status}`);
    measured.push(performance.now() - startedAtMs);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return measured;
}
