import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EmbedPort } from './embed-port.ts';
import type { SiteFacts, SitePlayer } from './site-player.ts';

let facts: SiteFacts;
let done: string[];
let port: EmbedPort;

beforeEach(() => {
  vi.useFakeTimers();
  facts = { state: 'paused', position: 10, duration: 100, volume: 1, isMuted: false, rates: [0.5, 1, 1.25, 2] };
  done = [];
  const site: SitePlayer = {
    read: () => facts,
    play: () => done.push('play'),
    pause: () => done.push('pause'),
    seek: (seconds) => done.push(`seek ${seconds}`),
    setRate: (rate) => done.push(`rate ${rate}`),
    setVolume: (volume) => done.push(`volume ${volume}`),
    setMuted: (isMuted) => done.push(`muted ${isMuted}`),
    destroy: () => done.push('destroy'),
  };
  port = new EmbedPort(site, () => Date.now());
});

afterEach(() => {
  port.stop();
  vi.useRealTimers();
});

/** The site reports `more`, and the port reads it. */
function tell(more: Partial<SiteFacts>): void {
  facts = { ...facts, ...more };
  vi.advanceTimersByTime(50);
}

test('[SY57] between two tellings the position moves on at the real speed', () => {
  tell({ state: 'playing', position: 20 });
  vi.advanceTimersByTime(200);
  expect(port.currentTime).toBeCloseTo(20.2, 1);
  port.playbackRate = 2;
  vi.advanceTimersByTime(200);
  expect(port.currentTime).toBeCloseTo(20.6, 1);
  tell({ state: 'paused', position: 21 });
  vi.advanceTimersByTime(500);
  expect(port.currentTime).toBe(21);
});

test('[SY57] a speed that the site does not have becomes the nearest, and is not asked for again', () => {
  port.playbackRate = 1.05;
  expect(done).toEqual([]);
  port.playbackRate = 1.2;
  port.playbackRate = 1.25;
  expect(done).toEqual(['rate 1.25']);
  expect(port.playbackRate).toBe(1.25);
});

test('a seek is under way until the site has arrived', () => {
  const seeked = vi.fn();
  port.addEventListener('seeked', seeked);
  port.currentTime = 60;
  expect([port.seeking, port.currentTime]).toEqual([true, 60]);
  tell({ position: 10 });
  expect(port.seeking).toBe(true);
  tell({ position: 60.1 });
  expect(port.seeking).toBe(false);
  expect(seeked).toHaveBeenCalledTimes(1);
});

test('[SY57] a player that does not begin is asked again, and only the last question waits for it', async () => {
  const first = vi.fn();
  void port.play().then(first);
  void port.play();
  const last = port.play();
  expect(getEventListeners(port, 'playing')).toHaveLength(1);
  tell({ state: 'playing' });
  await expect(last).resolves.toBeUndefined();
  expect(first).not.toHaveBeenCalled();
});

test('playing is granted with the first picture, and refused when the browser wants a tap', async () => {
  const granted = port.play();
  tell({ state: 'playing' });
  await expect(granted).resolves.toBeUndefined();
  const refused = port.play();
  port.blocked();
  await expect(refused).rejects.toMatchObject({ name: 'NotAllowedError' });
});

test('a player that loads has no data, one that ended has ended', () => {
  expect(port.readyState).toBe(4);
  tell({ state: 'loading' });
  expect([port.readyState, port.buffered.length, port.paused]).toEqual([2, 0, false]);
  tell({ state: 'ended' });
  expect([port.ended, port.paused]).toEqual([true, true]);
});
