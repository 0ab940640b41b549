/** Compares lines of tests with lines of code. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The fewest lines of tests for each line of code, by workspace. */
const marks: Readonly<Record<string, number>> = { server: 0.8, web: 0.5, cli: 0.5 };

interface Share {
  readonly workspace: string;
  readonly tests: number;
  readonly code: number;
  readonly mark: number;
}

/**
 * The lines of each workspace that are not empty. Tests are `.test` files, with the tables of their cases (`.rows`).
 * Stand-ins (`.fixture` and `.fake` files, and `testing` folders) and generated files count on neither side.
 */
export function testShares(root: string): Share[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const sources = listed
    .toString()
    .split('\n')
    .filter((path) => /^\w+\/src\/.*\.tsx?$/.test(path) && !/\/gen\/|\/testing\/|\.(fixture|fake)\./.test(path))
    .filter((path) => existsSync(join(root, path)));
  return Object.entries(marks).map(([workspace, mark]) => {
    const own = sources.filter((path) => path.startsWith(`${workspace}/`));
    const tests = own.filter((path) => /\.(test|rows)\.tsx?$/.test(path));
    const linesOf = (paths: readonly string[]) => paths.reduce((sum, path) => sum + countLines(root, path), 0);
    const lines = linesOf(tests);
    return { workspace, tests: lines, code: linesOf(own) - lines, mark };
  });
}

function countLines(root: string, path: string): number {
  return readFileSync(join(root, path), 'utf8').match(/^.*\S/gm)?.length ?? 0;
}
