import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { chooseTestFiles, findTestFiles } from './test-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const files = [
  'cli/src/commands/backup.test.ts',
  'server/src/features/chat/chat.test.ts',
  'server/src/features/passwords/sign-in.test.ts',
  'server/src/features/rooms/rooms.test.ts',
  'server/src/snapchat/other.test.ts',
  'web/src/client/socket.test.ts',
  'web/src/features/chat-files/shown.browser.test.ts',
  'web/src/features/room/room.browser.test.ts',
  'web/src/features/rooms/film-chat.browser.test.ts',
];
const chosen = (...words: string[]) => chooseTestFiles(files, words, '/matinee');

describe('what belongs to a word', () => {
  test.each([
    ['chat', [files[1], files[6], files[8]]],
    ['Chat', [files[1], files[6], files[8]]],
    ['room', [files[3], files[7], files[8]]],
    ['cli', [files[0]]],
    ['pass', [files[2]]],
    ['chat-files', [files[6]]],
    ['sign-in', [files[2]]],
  ])('%s', (word, expected) => {
    expect(chosen(word)).toEqual(expected);
  });

  test('a path means what is at it, however it is written', () => {
    const inRooms = [files[8]];
    for (const path of ['web/src/features/rooms', './web/src/features/rooms/', '/matinee/web/src/features/rooms'])
      expect(chosen(path)).toEqual(inRooms);
    expect(chosen('features/chat/')).toEqual([files[1]]);
    expect(chosen('/matinee/cli/src/commands/backup.test.ts')).toEqual([files[0]]);
  });

  test('several words mean all that belongs to one of them, once', () => {
    expect(chosen('chat', 'film', 'cli')).toEqual([files[0], files[1], files[6], files[8]]);
    expect(chosen()).toEqual([]);
  });

  test('words that nothing belongs to are told', () => {
    expect(() => chosen('chat', 'chta', 'rom+', 'web/src/featurs')).toThrow(
      'No test belongs to chta or rom+ or web/src/featurs',
    );
  });
});

test('every test of the tree is found, but for the one that copies it', () => {
  const found = findTestFiles(root);
  expect(found).toContain('tools/testing/test-files.test.ts');
  expect(found).not.toContain('tools/new-feature/new-feature.test.ts');
  expect(found.every((file) => existsSync(join(root, file)))).toBe(true);
  for (const folder of ['contract', 'subtitles', 'server', 'cli', 'testkit', 'web'])
    expect(
      found.some((file) => file.startsWith(`${folder}/`)),
      folder,
    ).toBe(true);
});
