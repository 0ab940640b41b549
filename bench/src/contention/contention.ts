import type { Benchmark } from '../benchmark.ts';
import { startWorker } from '../worker.ts';
import { startWorld } from '../world.ts';
import type { ContentionTasks } from './load.ts';

/** Numbers of people who chat in the room. */
const levels = [0, 8, 16, 32];
const levelMs = 8_000;
/** Time before the measurements, in which the compiler sees each call. */
const warmUpMs = 3_000;
/** Enough for a level: one joins in each round of a tenth of a second. */
const newcomersOfLevel = levelMs / 100;

/**
 * How long joins, changes of settings and other acts take in a room in which people chat as fast as they may. The
 * control is the same acts in a silent room, at the same time, on the same server.
 */
export const contention: Benchmark = {
  name: 'contention',
  async run() {
    const world = await startWorld({
      people: 2 + Math.max(...levels),
      newcomers: newcomersOfLevel * (levels.length + 1),
      rooms: levels.length + 2,
    });
    const load = await startWorker<ContentionTasks>(new URL('load.ts', import.meta.url));
    try {
      const [owner, member, ...talkers] = world.people;
      const measure = (place: number, count: number, ms: number) =>
        load.ask('run', {
          url: world.server.url,
          room: world.rooms[place]!,
          silentRoom: world.rooms.at(-1)!,
          owner: owner!,
          member: member!,
          talkers: talkers.slice(0, count),
          newcomers: world.newcomers.slice(place * newcomersOfLevel, (place + 1) * newcomersOfLevel),
          ms,
        });
      await measure(levels.length, 4, warmUpMs);
      const figures: Record<string, number> = {};
      for (const [place, count] of levels.entries()) {
        const result = await measure(place, count, levelMs);
        const { loaded, silent } = result;
        Object.assign(figures, {
          [`join_p99_${count}`]: loaded.joinP99,
          [`settings_p99_${count}`]: loaded.settingsP99,
          [`other_p99_${count}`]: loaded.otherP99,
          [`delete_${count}`]: result.deleteMs,
          [`failed_${count}`]: loaded.failed + result.failedMessages + result.deleteFailed,
          [`control_join_p99_${count}`]: silent.joinP99,
          [`control_settings_p99_${count}`]: silent.settingsP99,
          [`control_failed_${count}`]: silent.failed,
          [`messages_${count}`]: result.messagesPerSecond,
          [`message_p99_${count}`]: result.messageP99,
        });
      }
      return figures;
    } finally {
      await load.stop();
      await world.stop();
    }
  },
};
