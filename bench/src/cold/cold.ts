/**
 * The first request of each kind after a start, and after a rest in which the server has closed its connections to the
 * database, beside the same requests when all is warm.
 */
import type { Benchmark } from '../benchmark.ts';
import { median, quantile } from '../figures.ts';
import { makeFolder } from '../leftovers.ts';
import { findReads, timeRead } from '../reads.ts';
import { startServer } from '../server-process.ts';
import { startWorld } from '../world.ts';

const starts = 3;
const warmRounds = 20;
const people = 16;
/** The server closes connections to the database that were idle for 60 s, in milliseconds. */
const restMs = 65_000;

export const cold: Benchmark = {
  name: 'cold',
  async run() {
    const data = makeFolder();
    const world = await startWorld({ people, rooms: 1, dataDir: data.path });
    const [first, warm, rested]: [number[], number[], number[]] = [[], [], []];
    let { server } = world;
    try {
      const { token } = world.people[0]!;
      const reads = await findReads(server, token, world.rooms[0]!);
      const askAll = async (times: number[]) => {
        for (const read of reads) times.push(await timeRead(server, token, read));
      };
      for (let n = 0; n < starts; n++) {
        await server.stop();
        server = await startServer({ dataDir: data.path });
        await askAll(first);
        for (let round = 0; round < warmRounds; round++) await askAll(warm);
        await new Promise((resolve) => setTimeout(resolve, restMs));
        await askAll(rested);
      }
      return { kinds: reads.length, ...of('first', first), ...of('rested', rested), ...of('warm', warm) };
    } finally {
      await server.stop();
      data.remove();
    }
  },
};

function of(name: string, times: readonly number[]): Record<string, number> {
  return { [`${name}_p50_ms`]: median(times), [`${name}_p99_ms`]: quantile(times, 0.99) };
}
