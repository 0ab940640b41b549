import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { makePartBuffer } from './part-buffer.ts';

/** A source buffer that takes or refuses what it is given a moment later. */
class FakeBuffer extends EventTarget {
  updating = false;
  takes = true;
  appendBuffer() {
    this.updating = true;
    queueMicrotask(() => {
      this.updating = false;
      if (!this.takes) this.dispatchEvent(new Event('error'));
      this.dispatchEvent(new Event('updateend'));
    });
  }
}

test('[SY83] thousands of parts leave no listeners at the buffer, whether it takes them or not', async () => {
  const fake = new FakeBuffer();
  const buffer = makePartBuffer({ addSourceBuffer: () => fake } as never, 'video/mp4');
  const listeners = () => ['updateend', 'error'].flatMap((name) => getEventListeners(fake, name));
  for (let part = 0; part < 5; part += 1) await buffer.append(new Uint8Array(1));
  expect(listeners()).toEqual([]);
  fake.takes = false;
  await expect(buffer.append(new Uint8Array(1))).rejects.toThrow('refused');
  expect(listeners()).toEqual([]);
});
