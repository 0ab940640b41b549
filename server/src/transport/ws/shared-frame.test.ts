import { expect, test } from 'vitest';
import * as ws from 'ws';
import { sharedFrame } from './shared-frame.ts';

/** The library exports it; its types do not say so. */
const { Receiver } = ws as unknown as {
  Receiver: new (options: { isServer: boolean }) => NodeJS.EventEmitter & { write(bytes: Buffer): void };
};

test.each([0, 1, 125, 126, 65_535, 65_536, 200_000])(
  '[RT1] a frame of %i bytes is read as it was written, and made once',
  async (length) => {
    const payload = new Uint8Array(length).map((_, i) => i % 251);
    const receiver = new Receiver({ isServer: false });
    const read = new Promise<{ data: Buffer; isBinary: boolean }>((resolve) => {
      receiver.on('message', (data: Buffer, isBinary: boolean) => resolve({ data, isBinary }));
    });
    receiver.write(sharedFrame(payload));
    const { data, isBinary } = await read;
    expect(isBinary).toBe(true);
    expect(Buffer.compare(data, payload)).toBe(0);
    expect(sharedFrame(payload)).toBe(sharedFrame(payload));
  },
);
