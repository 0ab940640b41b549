/** Looks for names made of retired words. `docs/words.md` lists these words and their replacements. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const document = 'docs/words.md';

/** A word that no name of these kinds has any more. */
interface RetiredWord {
  readonly word: string;
  readonly kinds: readonly string[];
  readonly instead: string;
}

/** Names of retired words in the tree at `root`, a line each. */
export function retiredNames(root: string): string[] {
  const words = retiredWords(readFileSync(join(root, document), 'utf8'));
  if (words.length === 0) return [`${document} has no table of retired words\n`];
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  return listed
    .toString()
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('/gen/'))
    .flatMap((path) => retiredIn(path, readFileSync(join(root, path), 'utf8'), words));
}

/** The rows of the table of retired words: the words in code, the kinds of names, and the replacements. */
export function retiredWords(text: string): RetiredWord[] {
  const [, table = ''] = text.split(/^## Retired words$/m);
  return [...table.matchAll(/^\| (`.*?) +\| (.*?) +\| (.*?) +\|$/gm)].flatMap(([, words, kinds, instead]) =>
    [...words!.matchAll(/`([^`]+)`/g)].map(([, word]) => ({
      word: word!,
      kinds: kinds!.split(', '),
      instead: instead!,
    })),
  );
}

/** The faults of one source file: of its name, and of the types and functions that it declares. */
export function retiredIn(path: string, text: string, words: readonly RetiredWord[]): string[] {
  const declared = text.matchAll(
    /^ *(?:export )?(?:abstract )?(?:(?:interface|class|enum) (\w+)|type (\w+)(?:<.*)? =|(?:async )?function (\w+))/gm,
  );
  const names = [...declared].map(([, one, type, called]) => ({
    kind: called === undefined ? 'types' : 'functions',
    name: (one ?? type ?? called)!,
  }));
  return [{ kind: 'files', name: basename(path) }, ...names].flatMap(({ kind, name }) =>
    words
      .filter(({ word, kinds }) => kinds.includes(kind) && hasWord(name, word))
      .map(({ word, instead }) => `${path}: ${name} has the retired word "${word}", say instead: ${instead}\n`),
  );
}

/** Whether `name`, in camel case or with hyphens, has `word`, which is in small letters with hyphens. */
function hasWord(name: string, word: string): boolean {
  const parts = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase();
  return word.startsWith('.') ? parts.endsWith(word) : `-${parts.replaceAll('.', '-')}-`.includes(`-${word}-`);
}
