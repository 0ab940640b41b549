import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openSocketFolder } from './socket-folder.ts';

/**
 * Paths of the management socket, and of the file that contains its path. The socket is in the data directory. If that
 * path is too long for a socket, or the file system cannot hold sockets, the socket is in a private folder of the
 * temporary directory. The file is always in the data directory, so that the command line can find the socket.
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
