/** A bare Fastify route with the same answer as `GET /api/user`. */
import { fastify } from 'fastify';
import type { DatabasePlace } from '../database.ts';
import { makeProfileReader } from '../profile-control.ts';
import { serveTasks } from '../worker.ts';

const tasks = {
  /** Listens; gives the port. */
  async start({ database }: { database: DatabasePlace }): Promise<number> {
    const read = makeProfileReader(database);
    const app = fastify({ logger: false });
    app.get('/api/user', async (request) => {
      const { id, username, role, created_at } = await read(request.headers.authorization ?? '');
      return { user: { id, username, role, created_at: created_at.getTime() } };
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    return Number(new URL(address).port);
  },
};

export type RestControl = typeof tasks;
serveTasks(tasks);
