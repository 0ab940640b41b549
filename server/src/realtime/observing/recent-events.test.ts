import { expect, test } from 'vitest';
import type { StoredEvent } from '../../store/events/event.ts';
import { RecentEvents } from './recent-events.ts';

const event = (sequence: number, kind = 'chat', bytes = 10): StoredEvent => ({
  topic: 'room_1',
  sequence,
  kind,
  payload: Buffer.alloc(bytes),
  createdAt: new Date(0),
});

/** Events that a process has read from sequence 10 on. */
function makeRecent(...events: StoredEvent[]): RecentEvents {
  const recent = new RecentEvents();
  recent.begin(10);
  for (const one of events) recent.append(one);
  return recent;
}
const sequencesOf = (recent: RecentEvents, after: number, kind = 'chat') =>
  recent.changesAfter(after, kind)?.map(({ sequence }) => sequence);

test('[RT6] the changes of a kind after a sequence are known, in order', () => {
  const recent = makeRecent(event(11), event(12, 'members'), event(13));
  expect(sequencesOf(recent, 10)).toEqual([11, 13]);
  expect(sequencesOf(recent, 11)).toEqual([13]);
  expect(sequencesOf(recent, 12)).toEqual([13]);
  expect(sequencesOf(recent, 13)).toEqual([]);
  expect(sequencesOf(recent, 10, 'members')).toEqual([12]);
});

test('[RT6] what was before the beginning, or is not read yet, is not known', () => {
  const recent = makeRecent(event(11));
  expect(sequencesOf(recent, 9)).toBeUndefined();
  expect(sequencesOf(recent, 12)).toBeUndefined();
  expect(sequencesOf(new RecentEvents(), 0)).toBeUndefined();
});

test('[RT4] an event that was seen before is no change', () => {
  const recent = makeRecent();
  expect(recent.append(event(10))).toBeUndefined();
  expect(recent.append(event(11))?.sequence).toBe(11);
  expect(recent.append(event(11))).toBeUndefined();
  expect(recent.position).toBe(11);
});

test('[RT6] an event before the position is known is a change, but nothing that was remembered', () => {
  const recent = new RecentEvents();
  expect(recent.append(event(5))?.sequence).toBe(5);
  recent.begin(3);
  expect(recent.position).toBe(5);
  expect(sequencesOf(recent, 5)).toEqual([]);
  expect(sequencesOf(recent, 4)).toBeUndefined();
});

test('[RT6] a new beginning forgets what was before it', () => {
  const recent = makeRecent(event(11), event(12));
  recent.begin(12);
  expect(sequencesOf(recent, 11)).toBeUndefined();
  expect(sequencesOf(recent, 12)).toEqual([]);
  recent.append(event(13));
  expect(sequencesOf(recent, 12)).toEqual([13]);
});

test('[RT6] 128 events are remembered', () => {
  const recent = makeRecent(...Array.from({ length: 128 }, (_, n) => event(11 + n)));
  expect(sequencesOf(recent, 10)).toHaveLength(128);
  recent.append(event(139));
  expect(sequencesOf(recent, 10)).toBeUndefined();
  expect(sequencesOf(recent, 11)).toHaveLength(128);
});

test('[RT6] 64 KiB of events are remembered', () => {
  const half = 32 * 1024;
  const recent = makeRecent(event(11, 'chat', half), event(12, 'chat', half));
  expect(sequencesOf(recent, 10)).toEqual([11, 12]);
  recent.append(event(13, 'chat', 1));
  expect(sequencesOf(recent, 10)).toBeUndefined();
  expect(sequencesOf(recent, 11)).toEqual([12, 13]);
  recent.append(event(14, 'chat', half - 1));
  expect(sequencesOf(recent, 11)).toEqual([12, 13, 14]);
});

test('[RT6] bytes that were forgotten at a new beginning do not count', () => {
  const recent = makeRecent(event(11, 'chat', 60 * 1024));
  recent.begin(11);
  recent.append(event(12, 'chat', 60 * 1024));
  expect(sequencesOf(recent, 11)).toEqual([12]);
});

test('[RT6] an event that alone is too large is passed on and not remembered', () => {
  const recent = makeRecent(event(11));
  expect(recent.append(event(12, 'chat', 64 * 1024 + 1))?.sequence).toBe(12);
  expect(sequencesOf(recent, 11)).toBeUndefined();
  expect(sequencesOf(recent, 12)).toEqual([]);
});
