import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareWords } from './shared-words.ts';

describe('words that processes share', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'matinee-words-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('a word is new once, whichever process adds it', () => {
    const [one, other] = [shareWords(join(folder, 'words')), shareWords(join(folder, 'words'))];
    expect(one.add(['button', 'two\nlines'])).toEqual(['button', 'two\nlines']);
    expect(other.add(['link', 'button', 'two\nlines'])).toEqual(['link']);
    expect(one.add(['link', 'button'])).toEqual([]);
  });

  test('other files have other words', () => {
    expect(shareWords(join(folder, 'one')).add(['button'])).toEqual(['button']);
    expect(shareWords(join(folder, 'other')).add(['button'])).toEqual(['button']);
  });

  test('without a file each process has its own', () => {
    const one = shareWords(undefined);
    expect(one.add(['button'])).toEqual(['button']);
    expect(one.add(['button'])).toEqual([]);
    expect(shareWords(undefined).add(['button'])).toEqual(['button']);
  });
});
