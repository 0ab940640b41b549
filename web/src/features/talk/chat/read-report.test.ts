import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeReadReport, tellWhenHidden } from './read-report.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin() {
  const told: string[] = [];
  const call = async (_: string, { message_id }: { message_id: string }) => void told.push(message_id);
  return { told, report: makeReadReport({ call } as never, 'room_1') };
}

test('[WC2] the server hears at once of the first message that was seen, and then of the newest every two seconds', () => {
  const { told, report } = begin();
  report.tell('m1');
  vi.advanceTimersByTime(0);
  for (const id of ['m2', 'm3', 'm1']) report.tell(id);
  vi.advanceTimersByTime(1_999);
  expect(told).toEqual(['m1']);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['m1', 'm3']);
});

test('[WC2] what was seen just before the room is left is told as it is left, once', () => {
  const { told, report } = begin();
  report.tell('m1');
  vi.advanceTimersByTime(0);
  report.tell('m2');
  report.tellRest();
  report.tellRest();
  vi.advanceTimersByTime(5_000);
  expect(told).toEqual(['m1', 'm2']);
});

test('[WC2] what was seen just before the page is hidden or closed is told by a request that outlives the page', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  const call = vi.fn(async () => ({}));
  const report = makeReadReport({ call } as never, 'room_1');
  const end = tellWhenHidden(report);
  report.tell('m1');
  vi.advanceTimersByTime(0);
  report.tell('m2');
  page.dispatchEvent(new Event('visibilitychange'));
  expect(call).toHaveBeenCalledTimes(1);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(call).toHaveBeenLastCalledWith(
    'RoomService.MarkChatRead',
    { room_id: 'room_1', message_id: 'm2' },
    { outlivesPage: true },
  );
  report.tell('m3');
  window.dispatchEvent(new Event('pagehide'));
  expect(call).toHaveBeenCalledTimes(3);
  end();
  report.tell('m4');
  window.dispatchEvent(new Event('pagehide'));
  expect(call).toHaveBeenCalledTimes(3);
});
