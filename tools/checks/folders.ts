/** Counts the source files of each folder. */
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';

/** The most files in a folder. Readers cannot take in more at a glance, so more files need subfolders. */
const most = 20;

/**
 * Folders with more source files than that, with their numbers. Tests, fixtures, rows and generated files do not count.
 */
export function fullFolders(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const sources = listed
    .toString()
    .split('\n')
    .filter((path) => /\.(tsx?|mjs|cjs)$/.test(path) && !/\.(test|fixture|rows)\.|\/gen\//.test(path));
  const counts = new Map<string, number>();
  for (const path of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > most)
    .map(([folder, count]) => `${folder} has ${count} source files, ${most} at most\n`);
}
