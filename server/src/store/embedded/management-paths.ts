import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openSocketFolder } from './socket-folder.ts';

/**
 * Where the management socket is, and the file that tells so. The socket is in the data directory, or, when that has a path too
 * long for sockets or cannot hold them, in a private folder of the temporary directory; the file is always in the data directory,
 * so that the command line finds the one by the other.
 */
export async function managementPaths(
  dataDir: string,
  given: string | undefined,
): Promise<{ socketPath: string; noticePath: string }> {
  const folder = join(resolve(dataDir), 'management');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const noticePath = join(folder, 'endpoint');
  if (given !== undefined) return { socketPath: resolve(given), noticePath };
  const self = { name: 'self', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, differs: false };
  return { socketPath: join(await openSocketFolder(folder, 'socket', self), 'socket'), noticePath };
}
