/**
 * A folder in memory for what tests write and delete. A database is made in a tenth of the time there, and each server
 * of a test has its own.
 */
import { chmodSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { runAtEnd } from '../../testkit/src/processes/at-end.ts';

/** Where Linux keeps files in memory. */
const shared = '/dev/shm';
/** Room that a whole run may need, with reserve: with two processes it filled 1.2 GiB. */
const neededBytes = 3 * 1_024 ** 3;

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** The folder of this test run; undefined where memory has no room for it, or the system no such place. */
export const memoryFolder = freeBytes(shared) >= neededBytes ? join(shared, `matinee-tests-${process.pid}`) : undefined;

/** Makes the folder. It goes with this process, however that ends. @returns what removes it at once */
export function makeMemoryFolder(): () => void {
  if (memoryFolder === undefined) return () => undefined;
  // A process with this id may have been killed together with what cleans up.
  rmSync(memoryFolder, { recursive: true, force: true });
  mkdirSync(memoryFolder);
  // As `/tmp`: PostgreSQL runs as another user where tests run as root.
  chmodSync(memoryFolder, 0o1777);
  // Databases that end meanwhile still write.
  runAtEnd('for try in 1 2 3 4 5 6 7 8 9; do rm -rf "$1" && break; sleep 1; done', memoryFolder);
  return () => {
    try {
      rmSync(memoryFolder!, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // A database still writes. The folder goes a moment later, with this process.
    }
  };
}
