import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The user that PostgreSQL runs as. */
export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** True when this is not the user of our own process: we run as root, and PostgreSQL refuses to. */
  readonly differs: boolean;
}

/**
 * The user that PostgreSQL runs as: our own user. If we are root: the owner of an existing `cluster` folder, else
 * `postgres`, else `nobody`.
 * @throws Error when root runs on a system that has neither, and when we neither own the cluster nor run as root.
 */
export async function findDatabaseUser(cluster: string): Promise<SystemUser> {
  const uid = process.getuid?.() ?? 0;
  const owner = await stat(cluster).catch(() => undefined);
  if (uid !== 0) {
    if (owner !== undefined && owner.uid !== uid) {
      throw new Error(
        `${cluster} belongs to user ${owner.uid}, and Matinee runs as user ${uid}: start Matinee as its owner or as root`,
      );
    }
    return { name: `user ${uid}`, uid, gid: process.getgid?.() ?? 0, differs: false };
  }
  if (owner !== undefined && owner.uid !== 0) {
    return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid, differs: true };
  }
  const users = await readUsers();
  const found = users.get('postgres') ?? users.get('nobody');
  if (found === undefined) {
    throw new Error(
      'PostgreSQL refuses to run as root, and this system has no user "postgres" or "nobody": run Matinee as an ordinary user',
    );
  }
  return found;
}

/**
 * The first folder on the way to `path`, or `path` itself, that the mode bits do not let `user` enter; undefined if
 * there is none.
 */
export async function findClosedFolder(path: string, user: SystemUser): Promise<string | undefined> {
  const folders: string[] = [];
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined);
    if (found !== undefined && !mayEnter(found, user)) return folder;
  }
  return undefined;
}

function mayEnter(folder: { mode: number; uid: number; gid: number }, user: SystemUser): boolean {
  if (folder.uid === user.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === user.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

async function readUsers(): Promise<ReadonlyMap<string, SystemUser>> {
  const text = await readFile('/etc/passwd', 'utf8');
  const users = new Map<string, SystemUser>();
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && uid && gid) users.set(name, { name, uid: Number(uid), gid: Number(gid), differs: true });
  }
  return users;
}
