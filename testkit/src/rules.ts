import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Rules without a test, cited rules that no spec has, and ids that occur twice. */
export interface RuleComparison {
  readonly missing: string[];
  readonly unknown: string[];
  /** Ids that two rules have. */
  readonly doubled: string[];
}

/** Folders with specs and tests, below the root of the repository. */
const folders = ['contract/src', 'subtitles/src', 'server/src', 'cli/src', 'web/src', 'testkit/src', 'bench/src'];

const idPattern = /\[([A-Z]{2,3}[0-9]+)\]/g;
/** `[PB2]–[PB4]` means all three. */
const rangePattern = /\[([A-Z]{2,3})([0-9]+)\]\s*[–-]\s*\[\1([0-9]+)\]/g;
/** A quoted text that starts with an id: the name of a test, a suite, a row or a case, in a call of any function. */
const namePattern = /(['"`])(\[[A-Z]{2,3}[0-9]+\](?:\\.|(?!\1)[^\\])*)\1/g;

/**
 * Compares the ids in `*.spec.md` (in a list item or a table row) with those at the start of the names of tests and
 * rows.
 */
export function compareRules(root: string): RuleComparison {
  const ids = read(root, /\.spec\.md$/).flatMap(declaredIn);
  const declared = new Set(ids);
  const cited = new Set(read(root, /\.(?:test|rows|rows\.fixture)\.tsx?$/).flatMap(citedIn));
  return {
    missing: [...declared].filter((id) => !cited.has(id)).sort(byNumber),
    unknown: [...cited].filter((id) => !declared.has(id)).sort(byNumber),
    doubled: [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].sort(byNumber),
  };
}

/** Ids of all rules. */
export function declaredRules(root: string): Set<string> {
  return new Set(read(root, /\.spec\.md$/).flatMap(declaredIn));
}

/** The contents of the files with matching names. */
function read(root: string, name: RegExp): string[] {
  const paths = folders.flatMap((folder) => filesBelow(join(root, folder)));
  return paths.filter((path) => name.test(path)).map((path) => readFileSync(path, 'utf8'));
}

/** Ids at the start of a list item or in the first cell of a table row. */
export function declaredIn(spec: string): string[] {
  return [...spec.matchAll(/^\s*(?:[-*]\s+|\|\s*)\**\[([A-Z]{2,3}[0-9]+)\]/gm)].map((match) => match[1]!);
}

/** Ids in the names of tests, suites, rows and cases; comments do not count. */
export function citedIn(source: string): string[] {
  return [...source.matchAll(namePattern)].flatMap(([, , name]) => idsIn(name!));
}

function idsIn(text: string): string[] {
  const ids = [...text.matchAll(idPattern)].map((match) => match[1]!);
  for (const [, prefix, first, last] of text.matchAll(rangePattern)) {
    for (let n = Number(first) + 1; n < Number(last); n++) ids.push(`${prefix}${n}`);
  }
  return ids;
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.includes('node_modules'))
      .map((name) => join(folder, name));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw cause;
  }
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
