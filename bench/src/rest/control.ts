/** Bare Fastify routes: one with the same answer as `GET /api/user`, and one that sends given bytes. */
import { fastify } from 'fastify';
import type { DatabasePlace } from '../database.ts';
import { makeProfileReader } from '../profile-control.ts';
import { serveTasks } from '../worker.ts';

/** An answer that is the same for all callers. */
export interface SharedAnswer {
  readonly path: string;
  readonly body: string;
  /** Headers besides the ones that every Node server sends. */
  readonly headers: Readonly<Record<string, string>>;
}

const tasks = {
  /** Listens; returns the port. */
  async start({ database, shared }: { database: DatabasePlace; shared: SharedAnswer }): Promise<number> {
    const read = makeProfileReader(database);
    const app = fastify({ logger: false });
    app.get('/api/user', async (request) => {
      const { id, username, role, created_at } = await read(request.headers.authorization ?? '');
      return { user: { id, username, role, created_at: created_at.getTime() } };
    });
    app.get(shared.path, async (_request, reply) => {
      reply.headers(shared.headers);
      return shared.body;
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    return Number(new URL(address).port);
  },
};

export type RestControl = typeof tasks;
serveTasks(tasks);
