import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../client/calls/api-error.ts';
import { readBeside } from './read-beside.ts';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['whose own file does not come', {}, true],
  ['that stumbles over the subtitles', { message: 'Uncaught RangeError' }, false],
])('[SY53] a reader %s is told apart', async (_, error, isNetwork) => {
  class FakeWorker {
    onerror = (_error: object) => {};
    postMessage() {
      queueMicrotask(() => this.onerror(error));
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', FakeWorker);
  const failure = await readBeside({ bytes: new Uint8Array(1_000_001), language: '' }, undefined).catch((one) => one);
  expect(failure instanceof ApiError).toBe(isNetwork);
  expect(failure).toBeInstanceOf(Error);
});
