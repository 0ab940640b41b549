import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { describe, expect, test, vi } from 'vitest';
import { type HistoryReader, makeHistory } from './history.ts';
import { mostHeld } from './history-window.ts';
import { makeRowHeights } from './list/heights.ts';

const idOf = (n: number) => `m${String(n).padStart(6, '0')}`;
const message = (n: number, version = 1) => ({ id: idOf(n), version, content: `${n} ${version}` }) as ChatMessage;

/** A room of 5 000 messages. */
function readerOf(count = 5_000): HistoryReader & { asked: number; fails: boolean } {
  const all = Array.from({ length: count }, (_, n) => message(n));
  const pages = (messages: ChatMessage[], has_more: boolean) => ({ messages, has_more });
  return {
    asked: 0,
    fails: false,
    async page({ before_message_id: before, after_message_id: after }, size) {
      this.asked += 1;
      if (this.fails) throw new Error('lost');
      const rest = all.filter(({ id }) => (before ? id < before : after ? id > after : true));
      return pages(after ? rest.slice(0, size) : rest.slice(-size), rest.length > size);
    },
    async context(id, size) {
      const place = all.findIndex((one) => one.id === id);
      if (place < 0) throw new Error('not there');
      const messages = all.slice(Math.max(0, place - size), place + size + 1);
      return { messages, has_before: place > size, has_after: place + size < count - 1 };
    },
  };
}

const numbersOf = ({ messages }: { messages: readonly ChatMessage[] }) => messages.map(({ id }) => Number(id.slice(1)));

function expectWhole(state: { messages: readonly ChatMessage[] }): void {
  const numbers = numbersOf(state);
  expect(numbers).toEqual(Array.from(numbers, (_, n) => numbers[0]! + n));
}

describe('the stretch of the chat that is held', () => {
  test('[WC13] it is read to the first message and back, without a gap, and never holds too much', async () => {
    const history = makeHistory(readerOf());
    await history.toNewest();
    expect(numbersOf(history.state.get())).toHaveLength(50);
    while (history.state.get().hasOlder) {
      await history.loadOlder();
      expect(history.state.get().messages.length).toBeLessThanOrEqual(mostHeld);
      expectWhole(history.state.get());
    }
    expect(numbersOf(history.state.get())[0]).toBe(0);
    while (history.state.get().hasNewer) {
      await history.loadNewer();
      expect(history.state.get().messages.length).toBeLessThanOrEqual(mostHeld);
      expectWhole(history.state.get());
    }
    expect(numbersOf(history.state.get()).at(-1)).toBe(4_999);
    expect(history.state.get().hasOlder).toBe(true);
  });

  test('[WC14] a message that is not held is shown among those around it, and one that is gone changes nothing', async () => {
    const history = makeHistory(readerOf());
    await history.toNewest();
    await expect(history.toMessage('gone')).rejects.toThrow('not there');
    expect(history.state.get()).toMatchObject({ hasNewer: false, loading: undefined });
    history.retry();
    await history.toMessage(idOf(2_000));
    expect(history.state.get()).toMatchObject({ hasOlder: true, hasNewer: true });
    expect(numbersOf(history.state.get())).toEqual(Array.from({ length: 51 }, (_, n) => 1_975 + n));
  });

  test('[WC14] a connection that comes back meanwhile does not lose the message that was asked for', async () => {
    const history = makeHistory(readerOf());
    await history.toNewest();
    const moved = history.toMessage(idOf(2_000));
    const read = history.refresh();
    await moved;
    expect(numbersOf(history.state.get())).toContain(2_000);
    await read;
    expect(numbersOf(history.state.get())).toContain(2_000);
    expectWhole(history.state.get());
  });

  test('[WC5] live messages join only where they leave no gap', async () => {
    const history = makeHistory(readerOf());
    await history.toMessage(idOf(2_000));
    history.addLive([message(5_000), message(2_001, 2), message(3, 2)], true);
    expectWhole(history.state.get());
    expect(history.state.get().messages.find(({ id }) => id === idOf(2_001))?.version).toBe(2);
    await history.toNewest();
    history.addLive([message(5_000), message(3, 2)], true);
    expectWhole(history.state.get());
    expect(numbersOf(history.state.get()).at(-1)).toBe(5_000);
  });

  test('[WC13] while somebody reads further up, too many new messages do not take away what they read', async () => {
    const history = makeHistory(readerOf());
    await history.toNewest();
    const came = Array.from({ length: mostHeld }, (_, n) => message(5_000 + n));
    history.addLive(came, false);
    expect(numbersOf(history.state.get())[0]).toBe(4_950);
    expect(history.state.get().hasNewer).toBe(true);
    await history.toNewest();
    history.addLive(came, true);
    expect(numbersOf(history.state.get()).at(-1)).toBe(5_000 + mostHeld - 1);
    expect(history.state.get()).toMatchObject({ hasOlder: true, hasNewer: false });
  });

  test('[WC13] a page that does not come is asked for again only when somebody wants it', async () => {
    const reader = readerOf();
    const history = makeHistory(reader);
    await history.toNewest();
    reader.fails = true;
    await history.loadOlder();
    await history.loadOlder();
    expect([reader.asked, history.state.get().error]).toEqual([2, expect.any(Error)]);
    reader.fails = false;
    history.retry();
    await history.loadOlder();
    expect(numbersOf(history.state.get())).toHaveLength(150);
  });

  test('[WC13] the first page is asked for again by a press that knows nothing but the function', async () => {
    const reader = readerOf();
    reader.fails = true;
    const { state, toNewest, retry } = makeHistory(reader);
    await toNewest();
    reader.fails = false;
    retry();
    await vi.waitFor(() => expect(numbersOf(state.get())).toHaveLength(50));
  });

  test('[WC5] after a lost connection what is held is read again, with what came meanwhile', async () => {
    const reader = readerOf();
    const history = makeHistory(reader);
    await history.toMessage(idOf(4_900));
    await history.refresh();
    expectWhole(history.state.get());
    expect(numbersOf(history.state.get()).at(-1)).toBe(4_999);
  });
});

describe('the heights of rows', () => {
  const ids = Array.from({ length: 1_000 }, (_, n) => `r${n}`);

  test('[WC13] those in sight and a little more are drawn, and the others leave their room', () => {
    const heights = makeRowHeights();
    heights.arrange(ids);
    for (const id of ids) heights.measure(id, 50);
    const { start, end, before, after } = heights.drawn(10_000, 500);
    expect(start * 50).toBeLessThanOrEqual(9_400);
    expect(end * 50).toBeGreaterThanOrEqual(11_100);
    expect(end - start).toBeLessThan(50);
    expect([before, after]).toEqual([start * 50, (1_000 - end) * 50]);
  });

  test('[WC13] rows that come above move the others by their height', () => {
    const heights = makeRowHeights();
    heights.arrange(ids);
    for (const id of ids) heights.measure(id, 50);
    heights.arrange(['new', ...ids]);
    heights.measure('new', 120);
    expect([heights.topOf(1), heights.at(119), heights.at(120)]).toEqual([120, 0, 1]);
    expect(heights.drawn(-100, 500)).toMatchObject({ start: 0, before: 0 });
  });
});
