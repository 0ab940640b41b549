import type { BareSockets } from '../bare-sockets.ts';
import type { Benchmark } from '../benchmark.ts';
import { inTurn, median, quantile } from '../figures.ts';
import { startWorker } from '../worker.ts';
import { startWorld } from '../world.ts';
import type { VoiceLoad } from './load.ts';

/** The most speakers in a room by default. */
const people = 8;
const rounds = 5;
/** Signals of each participant in a round: twice the signals of a newcomer to the others. */
const signals = 14;

/**
 * How long a description takes from one participant to another through the server, compared with a bare `ws` server
 * that passes it on to all (`ratio`: control ÷ ours, by medians); and how long it takes until eight people who join at
 * once all have the whole list.
 */
export const voice: Benchmark = {
  name: 'voice',
  async run() {
    const world = await startWorld({ people, rooms: 1 });
    const control = await startWorker<BareSockets>(new URL('../bare-sockets.ts', import.meta.url));
    const load = await startWorker<VoiceLoad>(new URL('load.ts', import.meta.url));
    try {
      const controlPort = await control.ask('start', {});
      const tokens = world.people.map(({ token }) => token);
      await load.ask('enter', { port: world.server.port, room: world.rooms[0]!, tokens, controlPort });
      const joins: number[] = [];
      for (let round = 0; round < rounds + 1; round += 1) joins.push(await load.ask('joinAll', undefined));
      const ours = () => load.ask('signal', { signals });
      const bare = () => load.ask('signalBare', { signals });
      await ours();
      await bare();
      const measured = await inTurn(rounds, ours, bare);
      const times = measured.ours.flat();
      const controlTimes = measured.control.flat();
      return {
        ratio: median(controlTimes) / median(times),
        signal_p50_ms: median(times),
        signal_p99_ms: quantile(times, 0.99),
        control_p50_ms: median(controlTimes),
        control_p99_ms: quantile(controlTimes, 0.99),
        join_all_ms: median(joins.slice(1)),
      };
    } finally {
      await Promise.all([load.stop(), control.stop()]);
      await world.stop();
    }
  },
};
