import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { type Clock, pause, systemClock } from '../../kernel/clock.ts';
import type { Part } from '../../kernel/lifecycle.ts';
import { openSocketFolder } from './socket-folder.ts';

/**
 * Claims are named `claim.` and 12 characters. Until it listens, a claim has another prefix, so that no process
 * mistakes it for a dead one.
 */
const claimName = /^claim\.[0-9a-f-]{12}$/;
const longestName = 'fresh.0123456789ab';
/** Processes that start at the same moment settle after a few checks, this many milliseconds apart. */
const lookPeriodMs = 5;
const maxLooks = 1_000;

/** A claim to the data directory, by a process that wants it or holds it. */
interface Claim {
  /** Path of the socket until it listens, and from then on. */
  readonly fresh: string;
  readonly path: string;
  readonly server: Server;
  isHeld: boolean;
}

/**
 * Allows one Matinee process per data directory. A claim is a Unix socket on which its process listens. The kernel
 * closes it with the process, however that ends. So no process ids need comparing, and the lock also works between
 * containers that share a volume.
 *
 * A process holds the directory once its claim listens and it then sees no other live claim. Of two processes that see
 * each other, at most the one with the lower name keeps its claim. So two processes never hold the directory, whatever
 * the timing. The lock keeps the process alive until `stop`. [ST1]
 * @throws Error from `start` when another process holds the directory; the message names that process.
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
      release = () => withdraw(claim);
    },
    stop: () => release(),
  };
}

async function hold(folder: string, dataDir: string, clock: Clock): Promise<Claim> {
  const claim = await makeClaim(folder);
  try {
    for (let look = 0; look < maxLooks; look++) {
      await rename(claim.fresh, claim.path).catch(ignoreMissing); // Missing: already renamed.
      const others = await findOthers(folder, claim);
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
      if (others.some((other) => other.path < claim.path)) await rename(claim.path, claim.fresh);
      await pause(clock, lookPeriodMs);
    }
    throw new Error(`${dataDir} could not be locked: other processes keep trying to`);
  } catch (cause) {
    await withdraw(claim);
    throw cause;
  }
}

async function makeClaim(folder: string): Promise<Claim> {
  const id = randomUUID().slice(-12);
  const server = createServer();
  const claim: Claim = { fresh: join(folder, `fresh.${id}`), path: join(folder, `claim.${id}`), server, isHeld: false };
  // Sends the process id once it holds the directory, and nothing while it only wants it.
  server.on('connection', (socket) => {
    socket.on('error', () => undefined).end(claim.isHeld ? String(process.pid) : '');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(claim.fresh, resolve);
  });
  return claim;
}

async function withdraw(claim: Claim): Promise<void> {
  for (const path of [claim.path, claim.fresh]) await unlink(path).catch(ignoreMissing);
  await new Promise((resolve) => claim.server.close(resolve));
}

function ignoreMissing(cause: NodeJS.ErrnoException): void {
  if (cause.code !== 'ENOENT') throw cause;
}

/** The other live claims. Removes dead ones: a socket without a listener never comes back to life. */
async function findOthers(
  folder: string,
  own: Claim,
): Promise<readonly { path: string; holder: string | undefined }[]> {
  const names = (await readdir(folder)).filter((name) => claimName.test(name));
  const paths = names.map((name) => join(folder, name)).filter((path) => path !== own.path);
  const found = await Promise.all(
    paths.map(async (path) => {
      const answer = await ask(path);
      if (answer === undefined) await unlink(path).catch(ignoreMissing);
      return answer === undefined ? [] : [{ path, holder: answer || undefined }];
    }),
  );
  return found.flat();
}

/**
 * Reads the answer of the claim's process. `unknown`: it listens but does not answer in time (stopped by a debugger).
 * Undefined: no process listens.
 */
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
