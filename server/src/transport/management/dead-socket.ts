import { lstat, rm } from 'node:fs/promises';
import { connect } from 'node:net';

/**
 * Removes the socket that a killed process left behind. @throws Error when another process listens there, or when the
 * file is not a socket.
 */
export async function removeDeadSocket(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found && !found.isSocket()) throw new Error(`${path} is there already, and is no socket`);
  const isAlive = await new Promise<boolean>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
  if (isAlive) throw new Error(`another process listens on ${path}`);
  await rm(path, { force: true });
}
