import { beatMs } from '@matinee/server/features/watching/watched/recording.ts';
import { expect } from 'vitest';
import type { TestServer, TestUser } from '../server.ts';
import type { JumpingClock } from './jumping-clock.ts';

/**
 * Lets the servers of `clock` write who watches what, as if an interval had passed since the last time. Everything of a
 * beat is one transaction: that the own histories of `watchers` are written shows that the beat is over. A beat that the
 * servers begin meanwhile by themselves comes before all changes or after them.
 */
export async function passBeat({ sql }: TestServer, clock: JumpingClock, ...watchers: TestUser[]): Promise<void> {
  const from = clock.nowMs();
  await sql(earlierBeat);
  clock.runEvery(beatMs);
  const written = `select count(distinct user_id)::int as people from watched_entries
    where user_id = any($1) and left_at > $2`;
  const since = new Date(from - beatMs / 2);
  const people = async () => (await sql(written, [watchers.map(({ id }) => id), since]))[0];
  await expect.poll(people).toEqual({ people: watchers.length });
}

/** Makes everything that beats have written an interval older, in one transaction. */
const earlierBeat = `do $$
  declare beat constant interval := interval '${beatMs} ms';
  begin
    lock table watched_beats in share row exclusive mode;
    update watched_beats set beat_at = beat_at - beat;
    update watched_entries set left_at = left_at - beat, started_at = started_at - beat;
    update evenings set last_played_at = last_played_at - beat, started_at = started_at - beat;
    update evening_people set left_at = left_at - beat;
  end
$$`;
