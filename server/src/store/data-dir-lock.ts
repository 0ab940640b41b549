import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { type Clock, pause, systemClock } from '../kernel/clock.ts';
import type { Part } from '../kernel/lifecycle.ts';
import { openSocketFolder } from './socket-folder.ts';

/** Claims are `claim.` and 12 characters; a claim that does not listen yet has another beginning, so that nobody takes it for dead. */
const claimName = /^claim\.[0-9a-f-]{12}$/;
const longestName = 'fresh.0123456789ab';
/** Contenders that start at the same moment settle within a few looks, this many milliseconds apart. */
const lookPeriodMs = 5;
const maxLooks = 1_000;

/** A process that wants the directory, or has it. */
interface Claim {
  readonly name: string;
  readonly server: Server;
  isHeld: boolean;
}

/**
 * One Matinee to a data directory. A claim is a Unix socket that its process listens on: the kernel closes it with the process,
 * however that ends, so there are no process ids to compare, and it also holds between containers that share a volume.
 * Whoever has put up a claim and then sees no other alive holds the directory; of two who see each other, at most the one with the
 * lower name stays. So two never hold it, whatever the timing. [ST1]
 * @throws Error from `start` when another process holds the directory; it names that process.
 */
export function dataDirLock(dataDir: string, clock: Clock = systemClock): Part {
  let release: () => Promise<void> = async () => undefined;
  return {
    name: 'data directory lock',
    start: async () => {
      await mkdir(dataDir, { recursive: true });
      const self = { name: 'self', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, differs: false };
      const folder = await openSocketFolder(join(resolve(dataDir), 'lock'), longestName, self);
      const claim = await hold(folder, dataDir, clock);
      release = () => withdraw(folder, claim);
    },
    stop: () => release(),
  };
}

async function hold(folder: string, dataDir: string, clock: Clock): Promise<Claim> {
  let claim = await putUp(folder);
  try {
    for (let look = 0; look < maxLooks; look++) {
      const others = await findOthers(folder, claim.name);
      if (others.length === 0) {
        claim.isHeld = true;
        return claim;
      }
      const holder = others.find((other) => other.holder !== undefined)?.holder;
      if (holder !== undefined) {
        throw new Error(
          `${dataDir} is in use by another Matinee (process ${holder}): stop it, or choose another data directory`,
        );
      }
      const isLowest = others.every((other) => claim.name < other.name);
      if (!isLowest) await withdraw(folder, claim);
      await pause(clock, lookPeriodMs);
      if (!isLowest) claim = await putUp(folder);
    }
    throw new Error(`${dataDir} could not be locked: other processes keep trying to`);
  } catch (cause) {
    await withdraw(folder, claim);
    throw cause;
  }
}

async function putUp(folder: string): Promise<Claim> {
  const id = randomUUID().slice(-12);
  const fresh = join(folder, `fresh.${id}`);
  const claim: Claim = { name: `claim.${id}`, isHeld: false, server: createServer() };
  // The process id when it holds the directory, nothing while it only wants to.
  claim.server.on('connection', (socket) => {
    socket.on('error', () => undefined).end(claim.isHeld ? String(process.pid) : '');
  });
  await new Promise<void>((resolve, reject) => {
    claim.server.once('error', reject);
    claim.server.listen(fresh, resolve);
  });
  await rename(fresh, join(folder, claim.name));
  return claim;
}

async function withdraw(folder: string, claim: Claim): Promise<void> {
  await unlink(join(folder, claim.name)).catch(() => undefined);
  if (claim.server.listening) await new Promise((resolve) => claim.server.close(resolve));
}

/** The other claims that are alive. Dead ones are removed: a socket that nobody listens on never comes alive again. */
async function findOthers(
  folder: string,
  own: string,
): Promise<readonly { name: string; holder: string | undefined }[]> {
  const names = (await readdir(folder)).filter((name) => claimName.test(name) && name !== own);
  const found = await Promise.all(
    names.map(async (name) => {
      const answer = await ask(join(folder, name));
      if (answer === undefined) await unlink(join(folder, name)).catch(() => undefined);
      return answer === undefined ? [] : [{ name, holder: answer || undefined }];
    }),
  );
  return found.flat();
}

/** What the claim's process says; `unknown` when it is there but says nothing in time (stopped by a debugger), undefined when nobody listens. */
function ask(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(path);
    socket.setTimeout(2_000, () => {
      resolve('unknown');
      socket.destroy();
    });
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
    });
    socket.once('end', () => resolve(answer));
    socket.once('error', (cause: NodeJS.ErrnoException) => {
      const isGone = cause.code === 'ECONNREFUSED' || cause.code === 'ENOENT';
      resolve(isGone ? undefined : 'unknown');
    });
  });
}
