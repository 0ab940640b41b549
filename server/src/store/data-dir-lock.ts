import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import type { Part } from '../kernel/lifecycle.ts';
import { openSocketFolder } from './socket-folder.ts';

const lockName = 'lock';
/** As long as the longest name used here, so that the folder is chosen for it. */
const longestName = `${lockName}.00000000`;

/**
 * One Matinee to a data directory. The lock is a Unix socket that the owner listens on: the kernel closes it with the process,
 * however that ends, so there are no process ids to compare, and it also holds between containers that share a volume. [ST1]
 * @throws Error from `start` when another process holds the directory; it names that process.
 */
export function dataDirLock(dataDir: string): Part {
  let held: { server: Server; path: string } | undefined;
  return {
    name: 'data directory lock',
    start: async () => {
      await mkdir(dataDir, { recursive: true });
      const self = { name: 'self', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, differs: false };
      const folder = await openSocketFolder(join(resolve(dataDir), 'lock'), longestName, self);
      held = await take(folder, dataDir);
    },
    stop: async () => {
      if (held === undefined) return;
      await unlink(held.path).catch(() => undefined);
      const { server } = held;
      await new Promise((done) => server.close(done));
    },
  };
}

/** Listens under a name of its own, then links that to the name of the lock: creating a link is atomic and never replaces. */
async function take(folder: string, dataDir: string): Promise<{ server: Server; path: string }> {
  const path = join(folder, lockName);
  const own = `${path}.${randomUUID().slice(0, 8)}`;
  const server = await listen(own);
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      if (await linked(own, path)) return { server, path };
      const holder = await findHolder(path);
      if (holder !== undefined) throw inUse(dataDir, holder);
      await clearStale(path, dataDir);
    }
    throw new Error(`the lock of ${dataDir} could not be taken: too many processes want it`);
  } catch (cause) {
    server.close();
    throw cause;
  } finally {
    await unlink(own).catch(() => undefined);
  }
}

/** Moves a dead lock out of the way. Someone may have taken it since we looked, so what was moved is looked at again, and put back if alive. */
async function clearStale(path: string, dataDir: string): Promise<void> {
  const aside = `${path}.${randomUUID().slice(0, 8)}`;
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  const holder = await findHolder(aside);
  if (holder !== undefined) await link(aside, path).catch(() => undefined);
  await unlink(aside).catch(() => undefined);
  if (holder !== undefined) throw inUse(dataDir, holder);
}

function inUse(dataDir: string, holder: string): Error {
  return new Error(
    `${dataDir} is in use by another Matinee (process ${holder}): stop it first, or choose another data directory`,
  );
}

function linked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    (cause) => {
      if (cause.code === 'EEXIST') return false;
      throw cause;
    },
  );
}

function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => undefined).end(String(process.pid)));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve(server));
  });
}

/** The process id that answers at `path`, `unknown` when it answers nothing; undefined when nobody listens. */
function findHolder(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(path, () => {
      answer = 'unknown';
    });
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('data', (bytes) => {
      answer = bytes.toString('latin1');
    });
    socket.once('error', () => undefined);
    socket.once('close', () => resolve(answer === '' ? undefined : answer));
  });
}
