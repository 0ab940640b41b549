import { availableParallelism } from 'node:os';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { expect, test } from 'vitest';
import { readConfig } from '../../kernel/config/config.ts';
import { type Check, type Patient, runChecks } from './check.ts';
import { databaseCheck } from './store-checks.ts';
import { workersCheck } from './worker-checks.ts';

const cores = availableParallelism();

async function findingOf(check: Check, values: Record<string, unknown>, running?: Patient['running']) {
  const config = readConfig([{ origin: 'test', values }]);
  const patient = { config, dataDir: '/nowhere', publicUrl: undefined, running, settings: undefined };
  const [finding] = await runChecks([check], patient);
  return `${finding!.state}: ${finding!.text}`;
}

const workers = (...ready: boolean[]) => ({ workers: ready.map((one) => (one ? { ready: true } : {})) });

test('[DOC7] workers fit the cores, or there are too many of them', async () => {
  expect(await findingOf(workersCheck, {})).toMatch(/^ok: one process does everything/);
  expect(await findingOf(workersCheck, { 'server.workers': 'auto' })).toBe(`ok: ${cores} workers on ${cores} cores`);
  expect(await findingOf(workersCheck, { 'server.workers': 64 })).toMatch(/^warning: 64 workers share/);
  expect(await findingOf(workersCheck, {}, workers(...Array<boolean>(cores + 1).fill(true)))).toMatch(/^warning: /);
});

test('[DOC7] a worker that does not serve is named, unless it is being replaced', async () => {
  expect(await findingOf(workersCheck, {}, workers(true, false))).toBe('warning: 1 of 2 workers serve');
  expect(await findingOf(workersCheck, {}, { ...workers(true, false), restarting: true })).toMatch(/2 workers/);
});

test('[DOC7] a database that allows fewer connections than the workers may make is named', async () => {
  const { host, port, user, database } = await freshDatabase();
  const url = `postgres://${user}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
  expect(await findingOf(databaseCheck, { 'database.url': url })).not.toMatch(/but allows/);
  const many = await findingOf(databaseCheck, { 'database.url': url, 'server.workers': 64 });
  expect(many).toMatch(/^warning: PostgreSQL \S+ answers, but allows \d+ connections, and this server may want 1152$/);
});
