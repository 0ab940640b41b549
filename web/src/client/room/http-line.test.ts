import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openHttpLine } from './http-line.ts';

const states = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 };
beforeEach(() => void vi.stubGlobal('WebSocket', states));
afterEach(() => void vi.unstubAllGlobals());

interface Post {
  readonly line: string;
  readonly frames: readonly string[];
}

/** A line to a server that the test plays. `answers`: the reply to each post. */
function makeWorld(
  answers: (() => Response | Promise<Response>)[] = [],
  opening = new Response(null, { status: 403 }),
) {
  let events: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      events = controller;
    },
  });
  const asked: { readonly url: string; readonly signal: AbortSignal }[] = [];
  const posts: Post[] = [];
  const isServed = opening.status === 200;
  const fetchIt = async (url: string, init: RequestInit) => {
    asked.push({ url, signal: init.signal! });
    if (init.method !== 'POST') return isServed ? new Response(body) : opening;
    posts.push(JSON.parse(init.body as string));
    return answers.shift()?.() ?? new Response();
  };
  const line = openHttpLine('https://kino.test/m', 'room/1', 'a b', fetchIt as never);
  const seen: unknown[] = [];
  line.onopen = () => seen.push('open');
  line.onclose = () => seen.push('close');
  line.onmessage = ({ data }) => seen.push([...new Uint8Array(data as ArrayBuffer)]);
  const say = (text: string) => events!.enqueue(new TextEncoder().encode(text));
  return { line, asked, posts, seen, say, end: () => events!.close() };
}

/** An answer that arrives when the test gives it. */
function heldAnswer() {
  let give = () => {};
  const held = new Promise<Response>((resolve) => {
    give = () => resolve(new Response());
  });
  return { answer: () => held, give: () => give() };
}

const served = () => new Response(null, { status: 200 });
const frame = (...bytes: number[]) => new Uint8Array(bytes);

async function openWorld(answers?: (() => Response | Promise<Response>)[]) {
  const world = makeWorld(answers, served());
  world.say('event: line\ndata: key_1\n\n');
  await expect.poll(() => world.seen).toEqual(['open']);
  return world;
}

test('[CS10] the line is asked for with the ticket, and open once the server has named it', async () => {
  const world = makeWorld([], served());
  expect(world.line.readyState).toBe(states.CONNECTING);
  world.say(': still there\n\nevent: line\ndata: key_1\n\n');
  await expect.poll(() => world.seen).toEqual(['open']);
  expect(world.line.readyState).toBe(states.OPEN);
  expect(world.asked[0]!.url).toBe('https://kino.test/m/api/rooms/room%2F1/line?ticket=a+b');
});

test('[CS10] frames of the server arrive as bytes, in their order', async () => {
  const { say, seen } = await openWorld();
  say(`data: ${btoa('\u0000\u00ff\u0007')}\n\n: still there\n\ndata: ${btoa('x')}\n\n`);
  await expect.poll(() => seen).toEqual(['open', [0, 255, 7], [120]]);
});

describe('[CS10] frames of the page', () => {
  test('are posted one request after the other, what gathers meanwhile together', async () => {
    const first = heldAnswer();
    const { line, posts } = await openWorld([first.answer]);
    for (const number of [1, 2, 3]) line.send(frame(number, 255));
    await expect.poll(() => posts).toHaveLength(1);
    first.give();
    await expect.poll(() => posts).toHaveLength(2);
    const encoded = (number: number) => btoa(String.fromCharCode(number, 255));
    expect(posts).toEqual([
      { line: 'key_1', frames: [encoded(1)] },
      { line: 'key_1', frames: [encoded(2), encoded(3)] },
    ]);
  });

  test('are at most 64 in a request', async () => {
    const first = heldAnswer();
    const { line, posts } = await openWorld([first.answer]);
    for (let number = 0; number < 131; number += 1) line.send(frame(number));
    first.give();
    await expect.poll(() => posts.map(({ frames }) => frames.length)).toEqual([1, 64, 64, 2]);
  });
});

describe('[CS10] the line is closed, once', () => {
  test('when the server refuses it', async () => {
    const { line, seen } = makeWorld();
    await expect.poll(() => seen).toEqual(['close']);
    expect(line.readyState).toBe(states.CLOSED);
  });

  test('when the server ends it', async () => {
    const { seen, end } = await openWorld();
    end();
    await expect.poll(() => seen).toEqual(['open', 'close']);
  });

  test.each([
    ['is refused', () => new Response(null, { status: 410 })],
    ['cannot be sent', () => Promise.reject(new TypeError('failed'))],
  ])('when a post %s, and nothing more is sent', async (_, answer) => {
    const { line, seen, posts, asked } = await openWorld([answer]);
    line.send(frame(1));
    line.send(frame(2));
    await expect.poll(() => seen).toEqual(['open', 'close']);
    line.send(frame(3));
    expect(posts).toHaveLength(1);
    expect(asked[0]!.signal.aborted).toBe(true);
  });

  test('by the page, which ends the request for events', async () => {
    const { line, seen, asked } = await openWorld();
    line.close();
    line.close();
    expect([seen, line.readyState, asked[0]!.signal.aborted]).toEqual([['open', 'close'], states.CLOSED, true]);
  });
});
