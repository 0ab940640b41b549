/** Looks for functions that are too long to be read at once. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** Most lines of a function: blank lines, comments and JSX count. */
const mostLines = 60;

/** Not made files, and not tests and their tables: a test is read from its top to its end, and so is a list of rows. */
const isRead = (path: string) => /\.tsx?$/.test(path) && !/\/gen\/|\.d\.ts$|\.(test|rows)\.tsx?$/.test(path);

/** Functions of the tree at `root` with too many lines, a line each. */
export function longFunctions(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  return listed
    .toString()
    .split('\n')
    .filter(isRead)
    .flatMap((path) => longIn(path, readFileSync(join(root, path), 'utf8')));
}

/** The functions of one file with too many lines. */
export function longIn(path: string, text: string): string[] {
  const linesIn = (start: number, end: number) => text.slice(start, end).split('\n').length;
  if (linesIn(0, text.length) <= mostLines) return [];
  const faults: string[] = [];
  const look = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const lines = linesIn(start, end);
    if (lines > mostLines)
      faults.push(`${path}:${linesIn(0, start)}: a function has ${lines} lines, ${mostLines} at most\n`);
  };
  new Visitor({
    FunctionDeclaration: look,
    FunctionExpression: look,
    ArrowFunctionExpression: look,
  }).visit(parseSync(path, text).program);
  return faults;
}
