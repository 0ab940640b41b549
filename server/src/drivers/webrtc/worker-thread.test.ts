import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { endWorkerThread, startWorkerThread } from './worker-thread.ts';

test('[RTC17] a thread that is told to end while it loads ends by itself', async () => {
  const offer = { ufrag: 'none', sdp: '' };
  const data = { addresses: ['127.0.0.1'], ports: undefined, zeroMs: 0, offer };
  for (const name of ['sending/sender-worker', 'receiver-worker']) {
    const worker = startWorkerThread(import.meta.url, name, data, 256);
    const breakOff = vi.spyOn(worker, 'terminate');
    const ended = once(worker, 'exit');
    endWorkerThread(worker);
    await ended;
    expect(breakOff, name).not.toHaveBeenCalled();
  }
});
