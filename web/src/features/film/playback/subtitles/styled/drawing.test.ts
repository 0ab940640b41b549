import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DrawingState, type DrawTask, loadPatienceMs, patienceMs, startDrawing } from './drawing.ts';
import type { Answer, DrawOrder, StartOrder } from './orders.ts';

const wanted: DrawTask = {
  script: { text: '[Events]', factor: 1 },
  size: { width: 320, height: 180, filmWidth: 320, filmHeight: 180 },
  raise: 0,
  time: 1,
};

function startWithWorker() {
  const orders: (StartOrder | DrawOrder)[] = [];
  const states: DrawingState[] = [];
  const worker = {
    onmessage: null as ((event: { data: Answer }) => void) | null,
    onerror: null as (() => void) | null,
    isEnded: false,
    postMessage: (order: StartOrder | DrawOrder) => void orders.push(order),
    terminate() {
      worker.isEnded = true;
    },
  };
  const canvas = {} as OffscreenCanvas;
  const drawing = startDrawing(worker as unknown as Worker, canvas, [], (state) => states.push(state));
  return { worker, orders, states, drawing, answer: (data: Answer) => worker.onmessage?.({ data }) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('[SY89] nothing is drawn before all is known, and then one order at a time: what is wanted last', () => {
  const { orders, states, drawing, answer } = startWithWorker();
  drawing.show({ script: wanted.script, raise: 0 });
  expect(orders).toMatchObject([{ kind: 'start' }]);
  answer('loaded');
  expect(orders).toHaveLength(1);
  drawing.show({ size: wanted.size, time: 1 });
  expect(orders[1]).toEqual({ kind: 'draw', ...wanted });
  drawing.show({ time: 2 });
  drawing.show({ time: 3 });
  expect(orders).toHaveLength(2);
  answer('drawn');
  expect(orders.slice(2)).toEqual([{ kind: 'draw', time: 3 }]);
  expect(states).toEqual(['shown']);
  answer('drawn');
  drawing.show({ time: 3 });
  expect(orders).toHaveLength(3);
});

test('[SY90] another size of speech takes the file and the raise with it', () => {
  const { orders, drawing, answer } = startWithWorker();
  drawing.show({ ...wanted, raise: 0.1 });
  answer('loaded');
  answer('drawn');
  const script = { ...wanted.script, factor: 1.5 };
  drawing.show({ script });
  expect(orders.at(-1)).toEqual({ kind: 'draw', script, raise: 0.1, time: 1 });
});

test('[SY91] letters that are missing are told, and it goes on', () => {
  const { states, drawing, answer } = startWithWorker();
  drawing.show(wanted);
  answer('loaded');
  answer('letters');
  drawing.show({ time: 2 });
  answer('drawn');
  expect(states).toEqual(['letters', 'shown']);
});

test.each([
  ['takes too long to load', () => vi.advanceTimersByTime(loadPatienceMs)],
  [
    'takes too long to draw',
    (answer: (data: Answer) => void) => {
      answer('loaded');
      vi.advanceTimersByTime(patienceMs);
    },
  ],
  ['fails', (answer: (data: Answer) => void) => answer('failed')],
] as const)('[SY91] a worker that %s is ended, once', (_, happen) => {
  const { worker, orders, states, drawing, answer } = startWithWorker();
  drawing.show(wanted);
  happen(answer);
  const count = orders.length;
  drawing.show({ time: 9 });
  answer('drawn');
  vi.advanceTimersByTime(2 * loadPatienceMs);
  expect([worker.isEnded, states, orders.length]).toEqual([true, ['failed'], count]);
});

test('[SY91] a worker that crashes is ended; one that is stopped tells nothing more', () => {
  const crashed = startWithWorker();
  crashed.worker.onerror?.();
  expect(crashed.states).toEqual(['failed']);
  const stopped = startWithWorker();
  stopped.drawing.stop();
  vi.advanceTimersByTime(2 * loadPatienceMs);
  expect([stopped.worker.isEnded, stopped.states]).toEqual([true, []]);
});
