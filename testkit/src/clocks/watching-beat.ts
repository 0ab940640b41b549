import { beatMs } from '@matinee/server/features/watching/watched/recording.ts';
import { expect } from 'vitest';
import type { TestServer, TestUser } from '../server.ts';
import type { JumpingClock } from './jumping-clock.ts';

/**
 * Lets the servers of `clock` write who watches what, as if an interval had passed since the last time. Everything of a
 * beat is one transaction: that the own history of `watcher` is written shows that the beat is over.
 */
export async function passBeat({ sql }: TestServer, clock: JumpingClock, watcher: TestUser): Promise<void> {
  const earlier = `${beatMs} ms`;
  for (const change of [
    'update watched_beats set beat_at = beat_at - $1::interval',
    'update watched_entries set left_at = left_at - $1::interval, started_at = started_at - $1::interval',
    'update evenings set last_played_at = last_played_at - $1::interval, started_at = started_at - $1::interval',
    'update evening_people set left_at = left_at - $1::interval',
  ])
    await sql(change, [earlier]);
  const from = clock.nowMs();
  clock.runEvery(beatMs);
  const last = 'select max(left_at) as at from watched_entries where user_id = $1';
  const written = async () => ((await sql(last, [watcher.id])) as { at: Date | null }[])[0]!.at?.getTime() ?? 0;
  await expect.poll(written, { timeout: 10_000 }).toBeGreaterThanOrEqual(from - 1_000);
}
