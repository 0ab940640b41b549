import { expect, test } from 'vitest';
import type { Capture } from './capture.ts';
import { makeCaptureKeeper } from './capture-keeper.ts';

function makeCapture(readyState = 'live') {
  const made = { stops: 0 };
  return { made, capture: { picture: { readyState }, stop: () => (made.stops += 1) } as unknown as Capture };
}

function makeKeeper() {
  const shown: (Capture | undefined)[] = [];
  const keeper = makeCaptureKeeper((capture) => shown.push(capture));
  keeper.open();
  return { keeper, shown };
}

test('[WWH1] another camera stops the one before, and closing the dialog stops the last', () => {
  const { keeper, shown } = makeKeeper();
  const [one, other] = [makeCapture(), makeCapture()];
  keeper.take(one.capture);
  keeper.take(other.capture);
  expect([one.made.stops, other.made.stops]).toEqual([1, 0]);
  keeper.close();
  expect([one.made.stops, other.made.stops]).toEqual([1, 1]);
  expect(shown).toEqual([one.capture, other.capture, undefined]);
});

test('[WWH1] a camera that the browser gives after the dialog was closed stops at once', () => {
  const { keeper } = makeKeeper();
  const late = makeCapture();
  keeper.close();
  keeper.take(late.capture);
  expect([late.made.stops, keeper.give(late.capture)]).toEqual([1, false]);
});

test('[WWH2] a stream begins with what is held alone, and then has it', () => {
  const { keeper } = makeKeeper();
  const [gone, sent, ended] = [makeCapture(), makeCapture(), makeCapture('ended')];
  keeper.take(gone.capture);
  keeper.take(sent.capture);
  expect([keeper.give(gone.capture), keeper.give(sent.capture)]).toEqual([false, true]);
  keeper.take(ended.capture);
  expect(keeper.give(ended.capture)).toBe(false);
  keeper.close();
  expect([gone, sent, ended].map(({ made }) => made.stops)).toEqual([1, 0, 1]);
});
