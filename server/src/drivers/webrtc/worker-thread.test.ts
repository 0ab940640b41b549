import { once } from 'node:events';
import { expect, test } from 'vitest';
import { endWorkerThread, startWorkerThread } from './worker-thread.ts';

test('[RTC17] a thread that is told to end while it loads ends by itself', async () => {
  const offer = { ufrag: 'none', sdp: '' };
  const data = { addresses: ['127.0.0.1'], ports: undefined, zeroMs: 0, offer };
  for (const name of ['sending/sender-worker', 'receiver-worker']) {
    const worker = startWorkerThread(import.meta.url, name, data, 256);
    const ended = once(worker, 'exit');
    endWorkerThread(worker);
    // 1: it was broken off.
    expect(await ended, name).toEqual([0]);
  }
});
