/** The control: a server of a few lines that writes each body to a file, and answers when it is on disk. */
import { createWriteStream, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../leftovers.ts';
import { serveTasks } from '../worker.ts';

const tasks = {
  /** Starts it. @returns its port. */
  async listen(): Promise<number> {
    const folder = makeFolder();
    let count = 0;
    const server = createServer(async (request, response) => {
      const path = join(folder.path, String(count++));
      await pipeline(request, createWriteStream(path));
      const file = await open(path, 'r');
      await file.sync();
      await file.close();
      rmSync(path);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  },
};

export type DiskTasks = typeof tasks;
serveTasks(tasks);
