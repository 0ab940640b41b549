import { type DatabasePlace, findDatabase } from '../database.ts';
import { makeFolder } from '../leftovers.ts';
import { childrenOf } from '../process-usage.ts';
import type { ServerProcess } from '../server-process.ts';
import { startWorld, type World } from '../world.ts';

const rounds = 3;
const people = 16;
/** How long people write before the processes are killed, in milliseconds. */
const writingMs = 2_000;

/**
 * Kills the server while people write, and measures how long the next one takes to be ready. `recovery`: kills only the
 * server, and its PostgreSQL runs on. `crash`: kills PostgreSQL too, as when the machine goes down.
 */
export async function measureRecovery(timeStart: (dataDir: string) => Promise<{ ms: number; server: ServerProcess }>) {
  const data = makeFolder();
  const world = await startWorld({ people, rooms: 1, dataDir: data.path });
  let { server } = world;
  const recovery: number[] = [];
  const crash: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [figures, alsoDatabase] of [
        [recovery, false],
        [crash, true],
      ] as const) {
        await killWhileWriting(world, server, alsoDatabase);
        const started = await timeStart(data.path);
        figures.push(started.ms);
        server = started.server;
      }
    }
    return { recovery, crash };
  } finally {
    await server.stop();
    data.remove();
  }
}

async function killWhileWriting(world: World, server: ServerProcess, alsoDatabase: boolean): Promise<void> {
  let isKilled = false;
  let stored = 0;
  const writers = world.people.map(async ({ token }, place) => {
    for (let n = 0; !isKilled; n++) {
      const body = JSON.stringify({ content: 'ha', client_message_id: `${server.pid} ${place} ${n}` });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const url = `${server.url}/api/rooms/${world.rooms[0]}/chat/messages`;
      const isStored = await fetch(url, { method: 'POST', headers, body }).then(
        (response) => response.ok,
        () => false,
      );
      if (isStored) stored += 1;
    }
  });
  const database = await findDatabase(server.dataDir);
  await new Promise((resolve) => setTimeout(resolve, writingMs));
  if (alsoDatabase) killDatabase(database);
  process.kill(server.pid, 'SIGKILL');
  isKilled = true;
  await Promise.all([...writers, server.stop()]);
  if (stored === 0) throw new Error('nothing was written before the kill');
}

function killDatabase({ postmasterPid }: DatabasePlace): void {
  const children = childrenOf(postmasterPid);
  for (const pid of [postmasterPid, ...children]) process.kill(pid, 'SIGKILL');
}
