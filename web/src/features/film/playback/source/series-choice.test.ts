import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeSeriesChoice, seriesPlaying } from './series-choice.ts';

const held = new Map<string, string>();
beforeEach(() => {
  held.clear();
  seriesPlaying.set('');
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('[SY95] each series has its own choice, also after a reload, and all else the last one', () => {
  const choice = makeSeriesChoice('c');
  choice.set('de');
  seriesPlaying.set('a show');
  expect(choice.get()).toBe('de');
  choice.set('ja');
  seriesPlaying.set('');
  choice.set('fr');
  expect(choice.get()).toBe('fr');
  seriesPlaying.set('new show');
  expect(choice.get()).toBe('fr');
  seriesPlaying.set('a show');
  expect(makeSeriesChoice('c').get()).toBe('ja');
});

test('[SY95] who listens hears when another series begins', () => {
  const choice = makeSeriesChoice('c');
  seriesPlaying.set('a show');
  choice.set('ja');
  const told: string[] = [];
  const end = choice.subscribe(() => told.push(choice.get()));
  seriesPlaying.set('');
  choice.set('de');
  seriesPlaying.set('a show');
  end();
  seriesPlaying.set('');
  expect(told).toEqual(['ja', 'de', 'ja']);
});

test('[SY95] a device keeps the last hundred series, and nothing of what it cannot read', () => {
  held.set('c.series', '{"broken');
  const choice = makeSeriesChoice('c');
  for (let n = 0; n <= 100; n++) {
    seriesPlaying.set(`show ${n}`);
    choice.set(`${n}`);
  }
  seriesPlaying.set('show 0');
  expect(choice.get()).toBe('100');
  seriesPlaying.set('show 1');
  expect(choice.get()).toBe('1');
});
