import { afterEach, expect, test, vi } from 'vitest';
import { makeHearers } from './hearers.ts';

afterEach(() => void vi.restoreAllMocks());

test('each hearer gets the messages of its kind, until it ends', () => {
  const hearers = makeHearers();
  const heard: unknown[] = [];
  const end = hearers.hear('pong' as never, (content: unknown) => heard.push(['one', content]));
  hearers.hear('pong' as never, (content: unknown) => heard.push(['two', content]));
  hearers.hear('welcome' as never, (content: unknown) => heard.push(['other', content]));
  hearers.read({ pong: { nonce: 1 } } as never);
  end();
  end();
  hearers.read({ pong: { nonce: 2 } } as never);
  hearers.read({ unknown: {} } as never);
  expect(heard).toEqual([
    ['one', { nonce: 1 }],
    ['two', { nonce: 1 }],
    ['two', { nonce: 2 }],
  ]);
});

test('a hearer that ends while a message is read takes nothing from the others', () => {
  const hearers = makeHearers();
  const heard: string[] = [];
  const end = hearers.hear('pong' as never, () => {
    heard.push('first');
    end();
  });
  hearers.hear('pong' as never, () => heard.push('second'));
  hearers.read({ pong: {} } as never);
  hearers.read({ pong: {} } as never);
  expect(heard).toEqual(['first', 'second', 'second']);
});

test('a hearer that comes while a message is read hears the next one', () => {
  const hearers = makeHearers();
  const heard: string[] = [];
  const end = hearers.hear('pong' as never, () => {
    end();
    hearers.hear('pong' as never, () => heard.push('late'));
  });
  hearers.read({ pong: {} } as never);
  expect(heard).toEqual([]);
  hearers.read({ pong: {} } as never);
  expect(heard).toEqual(['late']);
});

test('a hearer that throws is told to the page, and the others hear all the same', () => {
  const reported: (() => void)[] = [];
  vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((work) => void reported.push(work));
  const hearers = makeHearers();
  const heard: string[] = [];
  hearers.hear('pong' as never, () => {
    throw new Error('broken');
  });
  hearers.hear('pong' as never, () => heard.push('second'));
  hearers.read({ pong: {} } as never);
  expect(heard).toEqual(['second']);
  expect(reported[0]).toThrow('broken');
});
