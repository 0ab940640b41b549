/** How smoothly a chat of 100 000 messages scrolls in a real browser. */
import { join } from 'node:path';
import { startBrowser } from '@matinee/testkit/browser.ts';
import { sql } from 'kysely';
import type { Benchmark } from '../benchmark.ts';
import { root } from '../build.ts';
import { openKysely } from '../database.ts';
import { inTurn } from '../figures.ts';
import { roomOf } from '../skew/room.ts';
import { startWorld, type World } from '../world.ts';
import { type Frames, watchFrames } from './frames.ts';

const messageCount = 100_000;
const rounds = 3;
/** How long each turn of the wheel lasts, in milliseconds. */
const turnMs = 4_000;

/**
 * Scrolls up through a chat of 100 000 messages with the wheel and counts late frames. The control is the same page at
 * rest, for the same time. `dropped_share`: share of late frames in all due ones. `held`: number of messages in the
 * page at the end. `heap_mb`: memory of the page's scripts.
 */
export const scroll: Benchmark = {
  name: 'scroll',
  async run() {
    const world = await startWorld({
      people: 2,
      rooms: 1,
      webRoot: join(root, 'web/dist'),
      settings: { 'chat.maxMessagesPerRoom': 0 },
    });
    const browser = await startBrowser({ width: 1440, height: 900 });
    try {
      await fill(world);
      const page = await browser.context.newPage();
      const item = JSON.stringify(JSON.stringify(roomOf(world, world.server.url).session(0)));
      await page.addInitScript(`try { localStorage.setItem('matinee.session', ${item}) } catch {}`);
      await page.goto(`${world.server.url}/r/${world.rooms[0]}`);
      const log = page.getByRole('log', { name: 'Messages' });
      await log.locator('[data-message]').first().waitFor();
      const box = (await log.boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      const oldest = () => log.locator('[data-message]').first().getAttribute('data-message');
      const before = await oldest();
      const run = (delta: number) => () =>
        watchFrames(page, turnMs, () => (delta === 0 ? page.waitForTimeout(50) : page.mouse.wheel(0, delta)));
      await run(-300)();
      const { ours, control } = await inTurn(rounds, run(-300), run(0));
      const drawn = await log.locator('[data-message]').count();
      if ((await oldest()) === before) throw new Error('nothing was scrolled');
      const heap = await page.evaluate<number>('performance.memory.usedJSHeapSize');
      const total = (frames: readonly Frames[]) => {
        const sum = (read: (one: Frames) => number) => frames.reduce((all, one) => all + read(one), 0);
        return { due: sum(({ due }) => due), dropped: sum(({ dropped }) => dropped) };
      };
      const [scrolled, idle] = [total(ours), total(control)];
      return {
        frames: scrolled.due,
        dropped: scrolled.dropped,
        dropped_share: scrolled.dropped / scrolled.due,
        longest_ms: Math.max(...ours.map(({ longestMs }) => longestMs)),
        control_dropped: idle.dropped,
        control_dropped_share: idle.dropped / idle.due,
        control_longest_ms: Math.max(...control.map(({ longestMs }) => longestMs)),
        drawn,
        heap_mb: heap / 1_000_000,
      };
    } finally {
      await browser.close();
      await world.stop();
    }
  },
};

/** Writes the messages straight into the database, of one line to about ten. */
async function fill({ database, rooms, people }: World): Promise<void> {
  const db = openKysely(database);
  await sql`
    insert into chat_messages (id, room_id, user_id, client_message_id, content, display_position, display_color, created_at)
    select 'msg_' || lpad(n::text, 26, '0'), ${rooms[0]}, case when n % 3 = 0 then ${people[0]!.id} else ${people[1]!.id} end, n::text,
      repeat('and so on ', (n * 7919 % 20)::int) || 'message ' || n, '', '', now() - interval '2 days' + n * interval '1 second'
    from generate_series(1, ${messageCount}::int) n`.execute(db);
  await sql`analyze chat_messages`.execute(db);
  await db.destroy();
}
