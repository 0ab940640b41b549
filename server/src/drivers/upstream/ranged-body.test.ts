import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRanged, readAll } from './ranged-body.ts';
import type { UpstreamRequest } from './upstream.ts';

const body = Buffer.from(Array.from({ length: 700_000 }, (_, place) => (place * 7_919) % 251));

function server(answer: { etag?: () => string; status?: number } = {}) {
  const asked: string[] = [];
  const open = async ({ conditions }: UpstreamRequest) => {
    const range = conditions!['range']!;
    asked.push(range);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range)!;
    const part = body.subarray(Number(first), Number(last) + 1);
    const headers = {
      'content-range': `bytes ${first}-${Number(first) + part.length - 1}/${body.length}`,
      etag: answer.etag?.() ?? '"1"',
    };
    return { status: answer.status ?? 206, headers, url: 'http://films.test/', body: Readable.from([part]) };
  };
  return { asked, upstream: { open, close: async () => undefined } };
}

const source = (maxBytes = 1e6) => ({ url: 'http://films.test/', signal: new AbortController().signal, maxBytes });

test('[UP9] whatever is read in whatever order: the bytes are right, and none is loaded twice', async () => {
  const place = fc.nat(body.length);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(place, place), { maxLength: 10 }), async (ranges) => {
      const { asked, upstream } = server();
      const opened = await openRanged(upstream, source());
      expect(opened.size).toBe(body.length);
      for (const [a, b] of ranges) {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        expect(Buffer.from(await opened.read(start, end)).equals(body.subarray(start, end))).toBe(true);
      }
      expect(new Set(asked).size).toBe(asked.length);
    }),
    { numRuns: 50 },
  );
});

test('[UP9] more than was allowed, no ranges, and a body that changes are errors', async () => {
  const { upstream } = server();
  const small = await openRanged(upstream, source(300_000));
  await expect(small.read(262_140, 262_150)).rejects.toThrow('more would have to be read');
  await expect(small.read(0, 600_000)).rejects.toThrow('more would have to be read');
  await expect(openRanged(server({ status: 200 }).upstream, source())).rejects.toThrow('no such range');
  let version = 0;
  const changing = await openRanged(server({ etag: () => `"${++version}"` }).upstream, source());
  await expect(changing.read(300_000, 300_010)).rejects.toThrow('changed');
});

test('[UP9] a body that is too long, or breaks off, is an error', async () => {
  await expect(readAll({ body: Readable.from([Buffer.alloc(10)]) }, 9)).rejects.toThrow('too long');
  const broken = new Readable({ read: () => undefined });
  const reading = readAll({ body: broken }, 9);
  broken.destroy();
  await expect(reading).rejects.toThrow('broke off');
});
