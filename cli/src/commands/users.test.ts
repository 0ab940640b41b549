/** `user …` against a server. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTerminal } from '@matinee/testkit/cli.ts';
import { unzip } from '@matinee/testkit/files/unzip.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, startCliServer } from '../cli.fixture.ts';

let cli: Awaited<ReturnType<typeof startCliServer>>;
const matinee = (args: string, input?: string) => cli.run(args, input);

beforeAll(async () => {
  cli = await startCliServer();
}, 300_000);
afterAll(() => cli?.stop(), 60_000);

test('[CL6] a password comes from standard input, and signs in', async () => {
  expect(await matinee('user create clara --role admin', 'Clara-password-1\n')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^name +clara$/m),
  });
  expect((await signIn(cli.url, 'clara', 'Clara-password-1')).status).toBe(200);
  expect((await matinee('user set-password clara', 'Clara-password-2\n')).code).toBe(0);
  expect((await signIn(cli.url, 'clara', 'Clara-password-2')).status).toBe(200);
  expect((await signIn(cli.url, 'clara', 'Clara-password-1')).status).toBe(401);
  expect(await matinee('user create doris', 'weakpassword\n')).toMatchObject({
    code: 1,
    err: expect.stringContaining('auth.weak_password'),
  });
  // No command takes a password as an argument.
  expect(await matinee('user set-password clara Clara-password-3')).toMatchObject({ code: 2 });
});

test('[CL6] at a terminal it is asked for twice and never shown', async () => {
  const run = inTerminal(['user', 'create', 'emma'], cli.environment);
  await run.shows(/Password of emma: /);
  run.type('Emma-password-1\r');
  await run.shows(/Once more: /);
  run.type('Emma-password-1\r');
  expect(await run.ended).toBe(0);
  expect(run.screen()).toMatch(/name +emma/);
  expect(run.screen()).not.toContain('password-1');
  expect((await signIn(cli.url, 'emma', 'Emma-password-1')).status).toBe(200);

  const differing = inTerminal(['user', 'set-password', 'emma'], cli.environment);
  await differing.shows(/New password of emma: /);
  differing.type('Emma-password-3\x7f2\r');
  await differing.shows(/Once more: /);
  differing.type('Emma-password-4\r');
  expect(await differing.ended).toBe(2);
  expect(differing.screen()).toContain('the two are different');
  expect((await signIn(cli.url, 'emma', 'Emma-password-1')).status).toBe(200);
});

test('[CL13] an archive of an account is a file for the operator only', async () => {
  const anna = await cli.server.signUpAs('annika');
  const folder = mkdtempSync(join(tmpdir(), 'matinee-export-'));
  const file = join(folder, 'annika.zip');
  expect(await matinee(`user export annika ${file}`)).toMatchObject({ code: 0, out: '' });
  const account = JSON.parse(unzip(readFileSync(file)).get('account.json')!.toString());
  expect(account).toMatchObject([{ id: anna.id, username: 'annika' }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['annika.zip']);
  expect((await matinee('audit list --action user.exported')).out).toContain(anna.id);
  expect(await matinee(`user export nobody ${join(folder, 'none.zip')}`)).toMatchObject({ code: 1 });
  rmSync(folder, { recursive: true });
});

test('[CL5] what cannot be undone is asked for at a terminal, and refused without one', async () => {
  await cli.server.signUpAs('frida');
  expect(await matinee('user delete frida')).toMatchObject({ code: 4, err: expect.stringContaining('--yes') });
  const no = inTerminal(['user', 'delete', 'frida'], cli.environment);
  await no.shows(/Delete the account frida\? .*\[y\/N\]/);
  no.type('\r');
  expect(await no.ended).toBe(4);
  expect((await matinee('user get frida')).out).toMatch(/status +active/);
  const yes = inTerminal(['user', 'delete', 'frida'], cli.environment);
  await yes.shows(/\[y\/N\]/);
  yes.type('y\r');
  expect(await yes.ended).toBe(0);
  expect(yes.screen()).toMatch(/status +deleted/);
  expect((await matinee('user restore frida')).out).toMatch(/status +active/);
  expect((await matinee('user ban frida --reason spam --until 7d --yes')).out).toMatch(
    /banned +.* by operator, until /,
  );
  expect((await matinee('user unban frida')).code).toBe(0);
});

test('[CL2] a list is a table that words can be cut out of, and JSON of the contract', async () => {
  const { out } = await matinee('user list --search root');
  const [head, row, ...rest] = out.trimEnd().split('\n');
  expect(head).toMatch(/^ID +NAME +ROLE/);
  expect(row!.split(/ {2,}/).slice(1, 4)).toEqual(['root', 'root', 'active']);
  expect(rest).toEqual([]);
  const json = JSON.parse((await matinee('user list --search root --output json')).out);
  expect(json.users[0].user.username).toBe('root');
  const paged = await matinee('user list --page-size 1');
  expect(paged.err).toMatch(/^1–1 of \d+; --page 2 shows more\n$/);
});
