import { createHash, randomUUID } from 'node:crypto';
import { chown, lstat, mkdir, unlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxSocketPathBytes } from '../../kernel/config/config-schemas.ts';
import type { SystemUser } from './system-user.ts';

/**
 * A folder for Unix sockets that only `user` can enter (mode 0700). It is `preferred` if socket paths in it are short
 * enough and its file system supports sockets (some container mounts do not). Otherwise it is a folder in the temporary
 * directory. Its name is derived from `preferred`, so that the next process finds the same folder.
 * @throws Error when the folder exists and belongs to another user.
 */
export async function openSocketFolder(preferred: string, longestName: string, user: SystemUser): Promise<string> {
  const fits = Buffer.byteLength(join(preferred, longestName)) <= maxSocketPathBytes;
  if (fits && (await makePrivate(preferred, user)) && (await holdsSockets(preferred))) return preferred;
  const name = createHash('sha256').update(preferred).digest('hex').slice(0, 16);
  const short = join(tmpdir(), `matinee-${user.uid}-${name}`);
  if (!(await makePrivate(short, user))) throw new Error(`${short} belongs to another user: remove it`);
  return short;
}

async function makePrivate(folder: string, user: SystemUser): Promise<boolean> {
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (cause) => {
      if (cause.code !== 'EEXIST') throw cause;
      return false;
    },
  );
  if (made && user.differs) await chown(folder, user.uid, user.gid);
  const found = await lstat(folder);
  return found.isDirectory() && found.uid === user.uid && (found.mode & 0o077) === 0;
}

function holdsSockets(folder: string): Promise<boolean> {
  const path = join(folder, `.p-${randomUUID().slice(0, 8)}`);
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen({ path, exclusive: true }, () =>
      probe.close(() => {
        unlink(path).catch(() => undefined);
        resolve(true);
      }),
    );
  });
}
