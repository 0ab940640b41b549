import { expect, test } from 'vitest';
import { nameOfPlayer, playerNamed } from './player.ts';

const browser = { containers: ['mp4', 'webm', 'mp3'], codecs: ['h264', 'vp9', 'aac'], subtitleFormats: ['vtt', 'ass'] };

test('[PV74] players that can do the same have one name, which says what they can', () => {
  const name = nameOfPlayer(browser);
  expect(nameOfPlayer({ ...browser, codecs: ['aac', 'vp9', 'theora', 'h264'] })).toBe(name);
  expect(nameOfPlayer({ ...browser, codecs: ['h264'] })).not.toBe(name);
  expect(playerNamed(name)).toEqual(browser);
});

test('[PV74] nothing is made of other names', () => {
  expect(nameOfPlayer({ containers: [], codecs: [], subtitleFormats: [] })).toBe('');
  for (const name of ['', '0-0-0', '1', '1-1', '01-1-1', 'ffffffff-1-1', '1-1-1-1', 'x-1-1', '../1-1-1'])
    expect(playerNamed(name), name).toBeUndefined();
});
