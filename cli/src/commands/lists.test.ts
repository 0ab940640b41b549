/** Answers that are lists, and answers that are empty. */
import { callRest } from '@matinee/testkit/rest-client.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliServer, rootPassword, signIn, startCliServer } from '../cli.fixture.ts';

let cli: CliServer;
const matinee = (args: string, input?: string) => cli.run(args, input);

beforeAll(async () => {
  cli = await startCliServer();
}, 300_000);
afterAll(() => cli?.stop(), 60_000);

test('[CL2] what has nothing to tell is JSON for programs all the same', async () => {
  await matinee('user create emil', 'Emil-password-1\n');
  await matinee('room create Empty --creator emil');
  await matinee('room member add Empty root');
  for (const args of ['room member remove Empty root', 'room delete Empty', 'config validate']) {
    const { code, out } = await matinee(`${args} --yes --output json`);
    expect({ args, code, json: typeof JSON.parse(out) }).toEqual({ args, code: 0, json: 'object' });
  }
});

test('lists are as long as --limit says, over several pages', async () => {
  const made = await signIn(cli.url, 'root', rootPassword);
  const request = { values: { 'server.maxRoomsPerUser': 10 } };
  for (let n = 0; n < 105; n++) {
    request.values['server.maxRoomsPerUser'] = 11 + (n % 2);
    await callRest(cli.url, { call: 'AdminService.ImportSettings', request, token: made.json.accessToken });
  }
  const history = JSON.parse((await matinee('settings history server.maxRoomsPerUser --limit 104 --output json')).out);
  expect(history.changes).toHaveLength(104);
  expect(new Set(history.changes.map(({ version }: { version: number }) => version)).size).toBe(104);
  expect(history.hasMore).toBe(true);
  const audit = JSON.parse((await matinee('audit list --limit 1000 --output json')).out);
  expect(audit.records.length).toBeGreaterThan(105);
  expect((await matinee('audit list --limit 1000')).err).toBe('');
  await matinee('settings update --unset server.maxRoomsPerUser');
}, 60_000);
