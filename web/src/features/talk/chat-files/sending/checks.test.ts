import { expect, test } from 'vitest';
import { checkFile } from './checks.ts';
import { typeOf } from './file-types.ts';

const small = async () => ({ width: 10, height: 10 });
/** A file of this size that takes no memory. */
const sized = (name: string, size: number, type = '') =>
  Object.defineProperty(new File([], name, { type }), 'size', { value: size });
const mebibyte = 1_048_576;

test.each([
  ['a.txt', 0, '', { why: 'empty' }],
  ['a.zip', 50 * mebibyte + 1, '', { why: 'tooLarge' }],
  ['a.zip', 50 * mebibyte, '', { type: 'application/zip' }],
  ['a.html', 5, 'text/html', { why: 'type' }],
  ['a.svg', 5, 'image/svg+xml', { why: 'type' }],
  ['a.exe', 5, 'application/x-msdownload', { why: 'type' }],
])('[WCF2] %s of %i bytes', async (name, size, type, expected) => {
  expect(await checkFile(sized(name, size, type), small)).toEqual(expected);
});

test('[WCF2] a picture of more than 8192 pixels at a side is refused, and one that cannot be measured is left to the server', async () => {
  const picture = sized('a.png', 5, 'image/png');
  expect(await checkFile(picture, async () => ({ width: 8_193, height: 1 }))).toEqual({ why: 'tooWide' });
  expect(await checkFile(picture, async () => ({ width: 8_192, height: 8_192 }))).toEqual({ type: 'image/png' });
  expect(await checkFile(picture, async () => undefined)).toEqual({ type: 'image/png' });
});

test.each([
  ['notes.MD', '', 'text/markdown'],
  ['clip.m4v', 'video/x-m4v', 'video/mp4'],
  ['song.mp3', 'audio/mp3', 'audio/mpeg'],
  ['voice', 'audio/webm;codecs=opus', 'audio/webm'],
  ['main.py', 'text/x-python', 'text/plain'],
  ['subtitles.srt', 'application/x-subrip', 'text/plain'],
  ['noending', '', undefined],
  ['constructor', '', undefined],
  ['a.toString', '', undefined],
])('[WCF2] %s of the type "%s" is declared as %s', (name, type, expected) => {
  expect(typeOf({ name, type })).toBe(expected);
});
