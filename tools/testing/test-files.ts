/** Finds the test files, and chooses those that belong to a word. */
import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const folders = [
  'contract/src',
  'subtitles/src',
  'server/src',
  'cli/src',
  'testkit/src',
  'web/src',
  'bench/src',
  'tools',
];
/** It checks a copy of the tree, which takes as long as many other tests together: `npm run test:new-feature`. */
const apart = 'tools/new-feature/new-feature.test.ts';

export const testGlobs: readonly string[] = folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`);
export const excludedGlobs: readonly string[] = ['**/node_modules/**', apart];

/** Paths of all test files, relative to the root. */
export function findTestFiles(root: string): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.test\.tsx?$/.test(path) && path !== apart && !path.includes('/node_modules/'))
    .sort();
}

/** Files that belong to some of the words. @throws Error for words without one */
export function chooseTestFiles(files: readonly string[], words: readonly string[], root: string): string[] {
  const chosen = words.map((word) => filesOf(files, word, root));
  const unknown = words.filter((_, index) => chosen[index]!.length === 0);
  if (unknown.length > 0)
    throw new Error(`No test belongs to ${unknown.join(' or ')}: give a feature, such as chat, or a part of a path`);
  const all = new Set(chosen.flat());
  return files.filter((file) => all.has(file));
}

/**
 * A path means the folder or file at it. A word means folders and files with the word in their name: `chat` is `chat`,
 * `chat-files` and `film-chat`, and `room` also `rooms`. If no name has it, the word may be the beginning of one:
 * `pass` is `passwords`.
 */
function filesOf(files: readonly string[], word: string, root: string): string[] {
  const matching = (before: string, name: string, after: string) => {
    const pattern = new RegExp(before + name.replace(/[^\p{L}\p{N}]/gu, '\\$&') + after);
    return files.filter((file) => pattern.test(file));
  };
  if (/[/\\]/.test(word))
    return matching('(^|/)', relative(root, resolve(root, word)).replaceAll('\\', '/'), '($|[/.])');
  const name = word.toLowerCase();
  const named = matching('(^|[/.-])', name, 's?([/.-]|$)');
  return named.length > 0 ? named : matching('(^|[/.-])', name, '');
}
