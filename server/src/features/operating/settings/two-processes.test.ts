/** Changes between replicas as operators run them: two server processes on one PostgreSQL. */
import type { ServerProcess } from '@matinee/testkit/process.ts';
import { startTwoProcesses, type TwoProcesses } from '@matinee/testkit/processes/two-processes.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { until } from '@matinee/testkit/until.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

/** Time that the contract gives a replica to act on a change, in milliseconds. */
const actsWithinMs = 1_000;

let both: TwoProcesses;
let first: ServerProcess;
let second: ServerProcess;
let token: string;
let db: pg.Client;

beforeAll(async () => {
  both = await startTwoProcesses([], { hasRedis: false });
  ({ first, second, token } = both);
  db = new pg.Client(both.databaseUrl);
  await db.connect();
}, 120_000);
afterAll(async () => {
  await db?.end();
  await both?.stop();
});
beforeEach(async () => {
  await change('Before');
  await untilNamed(second, 'Before');
});

/** Changes the name of the server through the first process. */
async function change(name: string): Promise<void> {
  const request = { settings: { server: { name } }, update_mask: 'server.name' };
  const answer = await callRest(first.url, { call: 'AdminService.UpdateSettings', token, request });
  if (answer.status !== 200) throw new Error(`the change was refused: ${answer.message}`);
}

async function nameAt(server: ServerProcess): Promise<string> {
  return (await callRest(server.url, { call: 'PublicService.GetServerInfo' })).json.name;
}

const untilNamed = (server: ServerProcess, name: string) =>
  until(`the name is ${name}`, async () => (await nameAt(server)) === name, actsWithinMs);

/** The backends that LISTEN for a process, oldest first: the first process started first. */
async function listeners(): Promise<{ pid: number }[]> {
  const { rows } = await db.query(
    `select pid from pg_stat_activity where application_name = 'matinee listener' order by backend_start`,
  );
  return rows;
}

/** Ends the notification connection of the second process only. */
async function dropSecondListener(firstPid: number): Promise<void> {
  const { rowCount } = await db.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'matinee listener' and pid <> $1`,
    [firstPid],
  );
  expect(rowCount).toBe(1);
}

test('[RS9] two processes: what one changes, the other acts on within a second', async () => {
  expect(second.child.pid).not.toBe(first.child.pid);
  for (let n = 0; n < 5; n++) {
    await change(`Cinema ${n}`);
    await untilNamed(second, `Cinema ${n}`);
  }
});

test('[RS9] two processes: one whose notification connection was dropped recovers by a snapshot', async () => {
  const [{ pid: firstPid } = { pid: 0 }] = await listeners();
  // Stored like a change of a replica whose notice was lost: no process knows of it.
  await db.query(`
    begin;
    insert into settings (key, value) values ('server.name', '"Unheard"')
      on conflict (key) do update set value = excluded.value;
    update settings_state set version = version + 1;
    commit`);
  expect(await nameAt(second)).toBe('Before');
  await dropSecondListener(firstPid);
  await untilNamed(second, 'Unheard');
  // The first process kept its connection, so the second process got the value through its new one.
  expect((await listeners())[0]?.pid).toBe(firstPid);
  expect(await nameAt(first)).toBe('Before');
  expect(second.child.exitCode).toBeNull();
});

test('[RS9] two processes: a change right after the drop reaches the process all the same', async () => {
  const [{ pid: firstPid } = { pid: 0 }] = await listeners();
  for (let n = 0; n < 3; n++) {
    await until('the second process listens again', async () => (await listeners()).length === 2);
    await dropSecondListener(firstPid);
    await change(`Meanwhile ${n}`);
    await untilNamed(second, `Meanwhile ${n}`);
  }
});
