/** Questions to a server about itself, and commands that fail before they ask any server. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '@matinee/testkit/process.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { managementToken, startCliServer } from '../cli.fixture.ts';
import { runHere } from '../run.fixture.ts';

let cli: Awaited<ReturnType<typeof startCliServer>>;
const matinee = (args: string, input?: string) => cli.run(args, input);

beforeAll(async () => {
  cli = await startCliServer();
}, 300_000);
afterAll(() => cli?.stop(), 60_000);

describe('status', () => {
  test('[CL2] says the same for people and for programs', async () => {
    const table = await matinee('status');
    expect(table).toMatchObject({ code: 0, err: '' });
    expect(table.out).toMatch(/^running +for .*process \d+$/m);
    expect(table.out).toContain(cli.dataDir);
    expect(table.out).toMatch(/^clock +-?\d+\.\d ms from the time of the database$/m);
    const json = JSON.parse((await matinee('status --output json')).out);
    expect(json).toMatchObject({ mode: 'development', data_dir: cli.dataDir, database: 'given' });
    expect(json.clock_deviation_ms).toBeTypeOf('number');
    expect((await matinee('--output yaml status')).out).toMatch(/^mode: development$/m);
  });

  test('[CL1] [CL4] without a server it says how to start one, and ends with 3', async () => {
    const folder = await makeDataDir();
    for (const command of ['status', 'stop', 'system stats', 'settings list', 'db backup /tmp/never.mb']) {
      const { code, out, err } = await matinee(`${command} --data-dir ${folder}`);
      expect({ command, code, out }).toEqual({ command, code: 3, out: '' });
      expect(err).toContain(`no server is running on ${folder}`);
      expect(err).toContain('matinee serve');
    }
    expect(existsSync('/tmp/never.mb')).toBe(false);
    // An endpoint file that a killed server left behind.
    mkdirSync(join(folder, 'management'));
    writeFileSync(join(folder, 'management', 'endpoint'), `unix:${folder}/management/socket\n`);
    expect(await matinee(`status --data-dir ${folder}`)).toMatchObject({
      code: 3,
      err: expect.stringContaining('no server answers'),
    });
    rmSync(folder, { recursive: true });
  });

  test('[CL1] [CL2] a process of its own prints the same, and ends with the same codes', async () => {
    const [here, alone] = [await matinee('version --output json'), await cli.runProcess('version --output json')];
    expect(here).toMatchObject({ code: 0, err: '' });
    expect(alone).toEqual(here);
    for (const args of ['stop --data-dir /nowhere', 'stats', 'room get nowhere', 'user delete root']) {
      const run = await cli.runProcess(args);
      expect(run.code).toBeGreaterThan(0);
      expect(run).toEqual(await matinee(args));
    }
  }, 120_000);

  test('[CL14] over TCP with the token of the environment or a file, and not without', async () => {
    const tcpAddress = cli.server.app.managementAddresses[1]!;
    const at = { MATINEE_MANAGEMENT_ENDPOINT: tcpAddress };
    const run = (more: Record<string, string>, args = ['system', 'stats', '--output', 'json']) =>
      runHere(args, { ...at, ...more });
    const file = join(cli.dataDir, 'token');
    writeFileSync(file, `${managementToken}\n`);
    expect(await run({})).toMatchObject({
      code: 1,
      err: expect.stringMatching(/asks for a token[\s\S]*MATINEE_MANAGEMENT_TOKEN/),
    });
    expect(await run({ MATINEE_MANAGEMENT_TOKEN: 'wrong' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('refused the token'),
    });
    expect(JSON.parse((await run({ MATINEE_MANAGEMENT_TOKEN: managementToken })).out)).toMatchObject({
      users: expect.any(Number),
    });
    expect((await run({ MATINEE_MANAGEMENT_TOKEN_FILE: file })).code).toBe(0);
    expect((await run({}, ['version', '--token-file', file, '--endpoint', tcpAddress])).out).toMatch(
      /^matinee \S+, server \S+\n$/,
    );
    expect(await run({ MATINEE_MANAGEMENT_ENDPOINT: '127.0.0.1:1' })).toMatchObject({ code: 3 });
    expect(await run({ MATINEE_MANAGEMENT_ENDPOINT: 'nonsense' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('host:port'),
    });
  });
});

test('[CL1] [CL3] what does not exist is refused with 2, and the nearest is named', async () => {
  const cases: [args: string, told: RegExp][] = [
    ['stats', /unknown command 'stats'[\s\S]*status/],
    ['user lst', /unknown command 'lst'[\s\S]*Did you mean list\?/],
    ['settings get servr.name', /did you mean server.name\?/],
    ['settings update --set chat.maxMessagePerRoom=1', /did you mean chat.maxMessagesPerRoom\?/],
    ['settings update --set chat.maxMessagesPerRoom=many', /many is not a number/],
    ['settings update --set room.passwordPolicy=always', /none of optional, required, forbidden/],
    ['settings update --set user.enableGuest=1', /not true or false/],
    ['settings update --set cors.allowedOrigins=x', /needs a list in JSON/],
    ['settings update --set server=x', /is not a key/],
    ['settings update', /nothing to change/],
    ['settings update --set server.name=a --unset server.name', /both set and unset/],
    ['user list --rol admin', /unknown option '--rol'[\s\S]*Did you mean --role\?/],
    ['user list --role boss', /Allowed choices are user, admin, root/],
    ['user ban root --until soon', /soon: is no time/],
    ['settings history servr.name', /did you mean server.name\?/],
    ['settings update --set server.maxRoomsPerUser=', /an empty text is not a number/],
    ['db restore /nonexistent', /\/nonexistent: there is no such file/],
    ['db backup /', /\/ is a folder/],
    ['user list --page 0', /--page 0: is not a number from 1/],
    ['status --output xml', /Allowed choices are table, json, yaml/],
  ];
  const check = async ([args, told]: (typeof cases)[number]) => {
    const { code, out, err } = await matinee(args);
    expect({ args, code, out }).toEqual({ args, code: 2, out: '' });
    expect(err).toMatch(told);
  };
  for (const one of cases) await check(one);
}, 120_000);

test('[CL1] a refusal tells each fault once', async () => {
  const { code, err } = await matinee("user create 'bad name'", 'short\n');
  expect(code).toBe(1);
  expect(err.match(/username: /g)).toHaveLength(1);
  expect(err.match(/password: /g)).toHaveLength(1);
});

test('--version tells the version of the program', async () => {
  const own = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version;
  expect(await matinee('--version')).toEqual({ code: 0, out: `matinee ${own}\n`, err: '' });
});
