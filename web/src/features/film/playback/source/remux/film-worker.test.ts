import { afterEach, expect, test, vi } from 'vitest';
import { startFilmWorker } from './film-worker.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['whose file does not come', {}, 'network'],
  ['that stumbles over the film', { message: 'Uncaught RangeError' }, 'format'],
])('[SY83] a reader %s is told apart', async (_, error, reason) => {
  let fail = (_error: object) => {};
  class FakeWorker {
    set onerror(hear: (error: object) => void) {
      fail = hear;
    }
    postMessage() {
      queueMicrotask(() => fail(error));
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('location', new URL('http://matinee.test/r/room_1'));
  const opened = startFilmWorker(() => '/film.mkv').open([]);
  await expect(opened).rejects.toEqual({ reason, status: 0 });
});
