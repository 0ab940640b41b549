import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataOf, readBlocks, readEvents } from './event-stream.ts';

/** An answer whose body comes in these parts. `lost`: the connection breaks off after them. */
function answerOf(parts: readonly Uint8Array[], lost = false) {
  const waiting = [...parts];
  const seen = { isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = waiting.shift();
      if (part !== undefined) controller.enqueue(part);
      else if (lost) controller.error(new Error('lost'));
      else controller.close();
    },
    cancel() {
      seen.isCancelled = true;
    },
  });
  return { response: new Response(body), seen };
}

const bytes = (text: string) => new TextEncoder().encode(text);

async function allOf<T>(events: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const event of events) found.push(event);
  return found;
}

test('events are the same wherever the network cuts the stream, also within a letter', async () => {
  const events = [{ text: 'Kinó 🎬' }, { text: '' }, { text: 'a\nb' }];
  const stream = bytes(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(': still there\n\n'));
  const cuts = fc.uniqueArray(fc.integer({ min: 0, max: stream.length }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const ends = [...places.toSorted((a, b) => a - b), stream.length];
      const parts = ends.map((end, index) => stream.slice(index === 0 ? 0 : ends[index - 1]!, end));
      expect(await allOf(readEvents(answerOf(parts.filter(({ length }) => length > 0)).response))).toEqual(events);
    }),
    { numRuns: 50 },
  );
});

test('data of several lines is one, and a comment is none', () => {
  expect(dataOf('event: change\ndata: {"a":\ndata: 1}\nid: 7')).toBe('{"a":\n1}');
  expect(dataOf('data: ')).toBe('');
  expect([dataOf(': still there'), dataOf('event: change'), dataOf('')]).toEqual([undefined, undefined, undefined]);
});

test('an error of the server ends the stream with a failure, after the events before it', async () => {
  const { response } = answerOf([bytes('data: 1\n\nevent: error\ndata: {}\n\ndata: 2\n\n')]);
  const found: unknown[] = [];
  const reading = (async () => {
    for await (const event of readEvents(response)) found.push(event);
  })();
  await expect(reading).rejects.toThrow('the server ended the stream');
  expect(found).toEqual([1]);
});

test('a connection that is lost is a failure, and a half event is none', async () => {
  await expect(allOf(readBlocks(answerOf([bytes('data: 1\n\ndata: 2')], true).response))).rejects.toThrow('lost');
  expect(await allOf(readBlocks(answerOf([bytes('data: 1\n\ndata: 2')]).response))).toEqual(['data: 1']);
});

test('whoever reads no further lets go of the connection', async () => {
  const { response, seen } = answerOf([bytes('data: 1\n\n'), bytes('data: 2\n\n'), bytes('data: 3\n\n')]);
  for await (const event of readEvents(response)) {
    expect(event).toBe(1);
    break;
  }
  await expect.poll(() => seen.isCancelled).toBe(true);
});

test('an answer without a body has no events', async () => {
  expect(await allOf(readEvents(new Response(null)))).toEqual([]);
});
