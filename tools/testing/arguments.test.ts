import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

test.each([
  [[], { words: [], mayInstall: true, forVitest: [] }],
  [['chat', 'rooms'], { words: ['chat', 'rooms'], mayInstall: true, forVitest: [] }],
  [['chat', '-t', 'says'], { words: ['chat'], mayInstall: true, forVitest: ['-t', 'says'] }],
  [['-t', 'says', 'chat'], { words: [], mayInstall: true, forVitest: ['-t', 'says', 'chat'] }],
  [['--no-install', 'chat'], { words: ['chat'], mayInstall: false, forVitest: [] }],
  [['chat', '--bail=1', '--no-install'], { words: ['chat'], mayInstall: false, forVitest: ['--bail=1'] }],
  [['--changed'], { words: [], mayInstall: true, changedSince: '', forVitest: [] }],
  [
    ['chat', '--changed=main~3', '-u'],
    { words: ['chat'], mayInstall: true, changedSince: 'main~3', forVitest: ['-u'] },
  ],
])('npm test -- %j', (given, expected) => {
  expect(readArguments(given)).toEqual(expected);
});
