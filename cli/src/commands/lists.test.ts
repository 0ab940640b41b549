/** Answers that are lists, and answers that are empty. */
import { callRest } from '@matinee/testkit/rest-client.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCliServer } from '../cli.fixture.ts';

let cli: Awaited<ReturnType<typeof startCliServer>>;
const matinee = (args: string, input?: string) => cli.run(args, input);

beforeAll(async () => {
  cli = await startCliServer();
}, 300_000);
afterAll(() => cli?.stop(), 60_000);

test('[CL2] what has nothing to tell is JSON for programs all the same', async () => {
  await cli.server.signUpAs('emil');
  await matinee('room create Empty --creator emil');
  await matinee('room member add Empty root');
  const commands = ['room member remove Empty root', 'room delete Empty', 'config validate'];
  for (const args of commands) {
    const run = args === 'config validate' ? cli.runProcess : cli.run;
    const { code, out } = await run(`${args} --yes --output json`);
    expect({ args, code, json: typeof JSON.parse(out) }).toEqual({ args, code: 0, json: 'object' });
  }
});

test('lists are as long as --limit says, over several pages', async () => {
  const { token } = await cli.server.signIn('root');
  const request = { values: { 'server.maxRoomsPerUser': 10 } };
  for (let n = 0; n < 105; n++) {
    request.values['server.maxRoomsPerUser'] = 11 + (n % 2);
    await callRest(cli.url, { call: 'AdminService.ImportSettings', request, token });
  }
  const history = JSON.parse((await matinee('settings history server.maxRoomsPerUser --limit 104 --output json')).out);
  expect(history.changes).toHaveLength(104);
  expect(new Set(history.changes.map(({ version }: { version: number }) => version)).size).toBe(104);
  expect(history.hasMore).toBe(true);
  const audit = JSON.parse((await matinee('audit list --limit 1000 --output json')).out);
  expect(audit.records.length).toBeGreaterThan(105);
  expect((await matinee('audit list --limit 1000')).err).toBe('');
  await matinee('settings update --unset server.maxRoomsPerUser');
});
