/**
 * The least that a server with a database does before it is ready: Fastify listens, and a running PostgreSQL has
 * answered. It is plain JavaScript, so that no time goes into compiling.
 */
import { fastify } from 'fastify';
import pg from 'pg';

const pool = new pg.Pool(JSON.parse(process.argv[2] ?? '{}'));
const app = fastify();
app.get('/health/ready', async () => {
  await pool.query('select 1');
  return { status: 'up' };
});
await pool.query('select 1');
process.stdout.write(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
