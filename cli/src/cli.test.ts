/** The command line, driven as people drive it, against a server that it started itself. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { inTerminal, runCli, startCli } from '@matinee/testkit/cli.ts';
import { makeDataDir, removeDataDir } from '@matinee/testkit/process.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../tools/built.mjs';

const token = 'k7Qm2vXw9ZrT4bNc8LpF6hJd3SgY5aUe-management';
const rootPassword = 'Correct-horse-7';
let dataDir: string;
let environment: Record<string, string>;
let server: ReturnType<typeof startCli>;
let url: string;
let tcpAddress: string;

const matinee = (args: string, input?: string) => runCli(args.match(/'[^']*'|\S+/g)!.map(unquoted), environment, input);
const unquoted = (word: string) => (word.startsWith("'") ? word.slice(1, -1) : word);

async function serve(folder: string, flags: readonly string[] = []) {
  const started = startCli(['serve', '--port', '0', '--data-dir', folder, ...flags], {
    MATINEE_BOOTSTRAP_ROOT_PASSWORD: rootPassword,
    MATINEE_LIMITS_RATE_FACTOR: '1000',
  });
  const ended = started.ended.then(() => true);
  await until(
    'the server listens',
    async () => {
      if (await Promise.race([ended, Promise.resolve(false)])) throw new Error(`it ended: ${started.said()}`);
      return /listening on/.test(started.said());
    },
    90_000,
  );
  return { started, url: /listening on (\S+)/.exec(started.said())![1]!.replace('localhost', '127.0.0.1') };
}

async function signIn(at: string, username: string, password: string) {
  return callRest(at, { call: 'AuthService.LoginWithDirectPassword', request: { username, password } });
}

/** Common name of the certificate that a new connection is shown. */
function certificateName(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

beforeAll(async () => {
  // What people run is what is tested; `npm test` has built it already.
  ensureBuilt();
  dataDir = await makeDataDir();
  environment = { MATINEE_DATA_DIR: dataDir };
  const flags = ['--set', 'management.address=127.0.0.1:0', '--set', `management.token=${token}`];
  ({ started: server, url } = await serve(dataDir, flags));
  const status = JSON.parse((await matinee('status --output json')).out);
  tcpAddress = status.management_addresses[1];
}, 300_000);
afterAll(async () => {
  server?.child.kill('SIGTERM');
  await server?.ended;
  await removeDataDir(dataDir);
}, 60_000);

describe('status', () => {
  test('[CL2] says the same for people and for programs', async () => {
    const table = await matinee('status');
    expect(table).toMatchObject({ code: 0, err: '' });
    expect(table.out).toMatch(/^running +for .*process \d+$/m);
    expect(table.out).toContain(dataDir);
    const json = JSON.parse((await matinee('status --output json')).out);
    expect(json).toMatchObject({ mode: 'development', data_dir: dataDir, database: 'embedded' });
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
    // A file that a killed server left behind.
    mkdirSync(join(folder, 'management'));
    writeFileSync(join(folder, 'management', 'endpoint'), `unix:${folder}/management/socket\n`);
    expect(await matinee(`status --data-dir ${folder}`)).toMatchObject({
      code: 3,
      err: expect.stringContaining('no server answers'),
    });
    rmSync(folder, { recursive: true });
  });

  test('[CL14] over TCP with the token of the environment or a file, and not without', async () => {
    const at = { MATINEE_MANAGEMENT_ENDPOINT: tcpAddress };
    const run = (more: Record<string, string>, args = ['system', 'stats', '--output', 'json']) =>
      runCli(args, { ...at, ...more });
    const file = join(dataDir, 'token');
    writeFileSync(file, `${token}\n`);
    expect(await run({})).toMatchObject({
      code: 1,
      err: expect.stringMatching(/asks for a token[\s\S]*MATINEE_MANAGEMENT_TOKEN/),
    });
    expect(await run({ MATINEE_MANAGEMENT_TOKEN: 'wrong' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('refused the token'),
    });
    expect(JSON.parse((await run({ MATINEE_MANAGEMENT_TOKEN: token })).out)).toMatchObject({
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
  for (let n = 0; n < cases.length; n += 4) await Promise.all(cases.slice(n, n + 4).map(check));
}, 120_000);

test('[CL1] a refusal tells each fault once', async () => {
  const { code, err } = await matinee("user create 'bad name'", 'short\n');
  expect(code).toBe(1);
  expect(err.match(/username: /g)).toHaveLength(1);
  expect(err.match(/password: /g)).toHaveLength(1);
});

test('--version tells the version of the program', async () => {
  const own = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
  expect(await matinee('--version')).toEqual({ code: 0, out: `matinee ${own}\n`, err: '' });
});

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
  const made = await signIn(url, 'root', rootPassword);
  const request = { values: { 'server.maxRoomsPerUser': 10 } };
  for (let n = 0; n < 105; n++) {
    request.values['server.maxRoomsPerUser'] = 11 + (n % 2);
    await callRest(url, { call: 'AdminService.ImportSettings', request, token: made.json.accessToken });
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

describe('settings', () => {
  test('[CL7] sets text as it is, numbers, flags and lists, and clears', async () => {
    const set = `--set 'server.name=Kino & Café' --set chat.maxMessagesPerRoom=700 --set 'cors.allowedOrigins=["https://a.example"]'`;
    const { code, out } = await matinee(`settings update ${set} --set user.enableGuest=false`);
    expect(code).toBe(0);
    expect(out).toMatch(/^server.name +Matinee +Kino & Café$/m);
    expect((await matinee('settings get server.name')).out).toBe('Kino & Café\n');
    expect((await matinee('settings get cors')).out).toBe('cors.allowedOrigins  ["https://a.example"]\n');
    expect((await matinee('settings list --changed')).out).toMatch(/^\* +chat.maxMessagesPerRoom +700$/m);
    await matinee(
      'settings update --unset server.name --unset cors.allowedOrigins --unset chat.maxMessagesPerRoom --unset user.enableGuest',
    );
    expect((await matinee('settings get server.name')).out).toBe('Matinee\n');
    expect((await matinee('settings get cors.allowedOrigins --output json')).out).toBe('[]\n');
  }, 60_000);

  test('[CL7] a part of a value is sent with the rest of it, and secrets that are not sent stay', async () => {
    await matinee(`settings update --set 'email.smtpCredentials={"username":"anna","password":"p"}'`);
    expect((await matinee('settings update --set email.smtpCredentials.password=q')).out).toContain(
      'its secret changed',
    );
    const { out } = await matinee('settings get email.smtpCredentials --output json');
    expect(JSON.parse(out)).toEqual({ username: 'anna', passwordSet: true });
    expect(out).not.toContain('"q"');
    await matinee('settings update --unset email.smtpCredentials');
  }, 60_000);

  test('[CL7] what the server refuses changes nothing and ends with 1', async () => {
    const { code, err } = await matinee('settings update --set server.name=Other --set chat.maxMessagesPerRoom=100001');
    expect(code).toBe(1);
    expect(err).toContain('chat.maxMessagesPerRoom');
    expect((await matinee('settings get server.name')).out).toBe('Matinee\n');
  });

  test('[CL7] a whole request comes as text, as a file or on standard input', async () => {
    const request = '{"settings":{"server":{"name":"Whole"}},"updateMask":"server.name"}';
    const file = join(dataDir, 'request.json');
    writeFileSync(file, request.replace('Whole', 'File'));
    const name = async () => (await matinee('settings get server.name')).out.trim();
    await matinee(`settings update --request-json '${request}'`);
    expect(await name()).toBe('Whole');
    await matinee(`settings update --request-json ${file}`);
    expect(await name()).toBe('File');
    await matinee('settings update --request-json -', request.replace('Whole', 'Input'));
    expect(await name()).toBe('Input');
    expect(await matinee(`settings update --request-json '{"setings":{}}'`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('settings'),
    });
    const old = await matinee('settings update --set server.name=Late --expected-version 1');
    expect(old).toMatchObject({ code: 1, err: expect.stringContaining('settings.version_conflict') });
    await matinee('settings update --unset server.name');
  }, 60_000);

  test('[CL8] an exported document is imported again; a dry run and an unconfirmed import change nothing', async () => {
    const file = join(dataDir, 'settings.yaml');
    writeFileSync(file, 'what others may read', { mode: 0o644 });
    expect(await matinee(`settings export ${file} --yes`)).toMatchObject({ code: 0, out: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, `${readFileSync(file, 'utf8')}server.maxRoomsPerUser: 3\n`);
    const dry = await matinee(`settings import ${file} --dry-run`);
    expect(dry).toMatchObject({ code: 0, out: expect.stringMatching(/server.maxRoomsPerUser +10 +3/) });
    expect(await matinee(`settings import ${file}`)).toMatchObject({
      code: 4,
      out: '',
      err: expect.stringContaining('--yes'),
    });
    expect((await matinee('settings get server.maxRoomsPerUser')).out).toBe('10\n');
    expect((await matinee(`settings import ${file} --yes`)).code).toBe(0);
    expect((await matinee('settings get server.maxRoomsPerUser')).out).toBe('3\n');
    await matinee('settings update --unset server.maxRoomsPerUser');
  }, 60_000);
});

test('[CL1] settings test-email says why there is no mail', async () => {
  const { code, err } = await matinee('settings test-email anna@example.org');
  expect(code).toBe(1);
  expect(err).toContain('mail.not_configured');
});

describe('users and rooms', () => {
  test('[CL6] a password comes from standard input, and signs in', async () => {
    expect(await matinee('user create clara --role admin', 'Clara-password-1\n')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^name +clara$/m),
    });
    expect((await signIn(url, 'clara', 'Clara-password-1')).status).toBe(200);
    expect((await matinee('user set-password clara', 'Clara-password-2\n')).code).toBe(0);
    expect((await signIn(url, 'clara', 'Clara-password-2')).status).toBe(200);
    expect((await signIn(url, 'clara', 'Clara-password-1')).status).toBe(401);
    expect(await matinee('user create doris', 'weakpassword\n')).toMatchObject({
      code: 1,
      err: expect.stringContaining('auth.weak_password'),
    });
    // No command takes one as an argument.
    expect(await matinee('user set-password clara Clara-password-3')).toMatchObject({ code: 2 });
  }, 60_000);

  test('[CL6] at a terminal it is asked for twice and never shown', async () => {
    const run = inTerminal(['user', 'create', 'emma'], environment);
    await run.shows(/Password of emma: /);
    run.type('Emma-password-1\r');
    await run.shows(/Once more: /);
    run.type('Emma-password-1\r');
    expect(await run.ended).toBe(0);
    expect(run.screen()).toMatch(/name +emma/);
    expect(run.screen()).not.toContain('password-1');
    expect((await signIn(url, 'emma', 'Emma-password-1')).status).toBe(200);

    const differing = inTerminal(['user', 'set-password', 'emma'], environment);
    await differing.shows(/New password of emma: /);
    differing.type('Emma-password-3\x7f2\r');
    await differing.shows(/Once more: /);
    differing.type('Emma-password-4\r');
    expect(await differing.ended).toBe(2);
    expect(differing.screen()).toContain('the two are different');
    expect((await signIn(url, 'emma', 'Emma-password-1')).status).toBe(200);
  }, 60_000);

  test('[CL5] what cannot be undone is asked for at a terminal, and refused without one', async () => {
    await matinee('user create frida', 'Frida-password-1\n');
    expect(await matinee('user delete frida')).toMatchObject({ code: 4, err: expect.stringContaining('--yes') });
    const no = inTerminal(['user', 'delete', 'frida'], environment);
    await no.shows(/Delete the account frida\? .*\[y\/N\]/);
    no.type('\r');
    expect(await no.ended).toBe(4);
    expect((await matinee('user get frida')).out).toMatch(/status +active/);
    const yes = inTerminal(['user', 'delete', 'frida'], environment);
    await yes.shows(/\[y\/N\]/);
    yes.type('y\r');
    expect(await yes.ended).toBe(0);
    expect(yes.screen()).toMatch(/status +deleted/);
    expect((await matinee('user restore frida')).out).toMatch(/status +active/);
    expect((await matinee('user ban frida --reason spam --until 7d --yes')).out).toMatch(
      /banned +.* by operator, until /,
    );
    expect((await matinee('user unban frida')).code).toBe(0);
  }, 90_000);

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

  test('[CL9] rooms are made, changed, banned and deleted by name', async () => {
    expect((await matinee(`room create 'Film night' --creator clara --set wait_seconds=3`)).code).toBe(0);
    expect((await matinee(`room settings 'film night' --set control=everyone`)).out).toMatch(/^control +everyone$/m);
    expect(await matinee(`room settings 'film night' --set contrl=x`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('control'),
    });
    await matinee(`room member add 'Film night' emma`);
    expect((await matinee(`room member list 'Film night'`)).out).toMatch(/emma +member/);
    expect((await matinee(`room member set-role 'Film night' emma admin`)).out).toBe('emma is admin of Film night\n');
    expect((await matinee(`room member remove 'Film night' emma --yes`)).code).toBe(0);
    expect((await matinee(`room ban 'Film night' --reason x --yes`)).out).toMatch(/status +banned/);
    expect((await matinee(`room unban 'Film night'`)).out).toMatch(/status +active/);
    await matinee(`room create 'Film night' --creator emma`);
    const two = await matinee(`room get 'Film night'`);
    expect(two).toMatchObject({ code: 1, err: expect.stringMatching(/more than one[\s\S]*room_\w+, room_\w+/) });
    const [id] = /room_\w+/.exec(two.err)!;
    expect((await matinee(`room delete ${id} --yes`)).out).toBe(`deleted ${id}\n`);
    expect((await matinee(`room get 'Film night'`)).code).toBe(0);
    expect(await matinee('room get nowhere')).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no room nowhere'),
    });
    expect((await matinee('audit list --action room --limit 3')).out).toMatch(/operator +room.deleted/);
  }, 120_000);

  test('[CL15] a name with control characters does not reach the terminal as such', async () => {
    const signed = await signIn(url, 'root', rootPassword);
    const request = { name: 'a\u202eb', description: '\u001b[2Jgone' };
    const made = await callRest(url, { call: 'UserService.CreateRoom', request, token: signed.json.accessToken });
    expect(made.status).toBe(200);
    const { out } = await matinee(`room get ${made.json.room.id}`);
    expect(out).toContain('a\ufffdb');
    expect(['\u001b', '\u202e'].filter((steering) => out.includes(steering))).toEqual([]);
  });
});

describe('without a server', () => {
  test('[CL11] config is shown and checked', async () => {
    const shown = await matinee('config show --output yaml --set jwt.secret=k7Qm2vXw9ZrT4bNc8LpF6hJd3SgY5aUe');
    expect(shown.out).toMatch(/^ {2}port: 8080 # default$/m);
    expect(shown.out).toMatch(/secret: "?\[secret\]"? # flags/);
    expect(shown.out).toContain('user.enablePasswordSignup: true');
    expect((await matinee('config validate')).out).toBe('The startup configuration is valid.\n');
    const faulty = await matinee('config validate --set server.prot=1 --set log.level=loud');
    expect(faulty).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/did you mean server.port\?[\s\S]*log.level = "loud"/),
    });
    const production = await runCli(['config', 'validate'], { MATINEE_SERVER_MODE: 'production' });
    expect(production).toMatchObject({ code: 1, err: expect.stringMatching(/jwt.secret: is missing.*openssl rand/) });
  }, 60_000);

  test('[CL11] the database is looked at, and left alone while a server uses it', async () => {
    const running = await matinee('db status');
    expect(running.out).toMatch(/in use by process \d+/);
    expect(await matinee('db migrate')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is in use by another Matinee'),
    });
    const folder = await makeDataDir();
    expect(await matinee(`db status --data-dir ${folder}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no database'),
    });
    rmSync(folder, { recursive: true });
  }, 60_000);

  test('[CL16] completion has every command, for each shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, out } = await matinee(`completion ${shell}`);
      expect(code).toBe(0);
      for (const word of ['set-password', 'backup', 'reset-others', 'member']) expect(out).toContain(word);
    }
    const script = `${(await matinee('completion bash')).out}
      COMP_WORDS=(matinee user set); COMP_CWORD=2; _matinee; echo "\${COMPREPLY[*]}"
      COMP_WORDS=(matinee --yes room member s); COMP_CWORD=4; _matinee; echo "\${COMPREPLY[*]}"
      COMP_WORDS=(matinee --data-dir /tmp/x user set-p); COMP_CWORD=4; _matinee; echo "\${COMPREPLY[*]}"
      COMP_WORDS=(matinee user ban anna --unt); COMP_CWORD=4; _matinee; echo "\${COMPREPLY[*]}"
      COMP_WORDS=(matinee --output json user --data-dir us); COMP_CWORD=5; cd /; _matinee; echo "\${COMPREPLY[*]}"`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').slice(0, 5)).toEqual([
      'set-role set-password',
      'set-role set-permissions',
      'set-password',
      '--until',
      'usr',
    ]);
  });
});

describe('backup, restore, stop', () => {
  const passphrase = 'a phrase of several words';

  test('[CL12] a backup made while people write is restored elsewhere, and people sign in there', async () => {
    const file = join(dataDir, 'copy.mb');
    const phrase = join(dataDir, 'phrase');
    writeFileSync(phrase, `${passphrase}\n`);
    const { json } = await signIn(url, 'clara', 'Clara-password-2');
    const made = await callRest(url, {
      call: 'UserService.CreateRoom',
      request: { name: 'Backed up' },
      token: json.accessToken,
    });
    const room = made.json.room.id;
    let sent = 0;
    let isDone = false;
    const writing = (async () => {
      for (; !isDone; sent++) {
        const request = { client_message_id: `m${sent}`, content: `message ${sent}` };
        await callRest(url, { call: 'RoomService.SendChatMessage', request, token: json.accessToken, room });
      }
    })();
    await until('people write', () => sent > 20);
    const acknowledged = sent;
    const run = await matinee(`db backup ${file} --passphrase-file ${phrase}`);
    isDone = true;
    await writing;
    expect(run).toMatchObject({ code: 0, out: '' });
    expect(run.err).toMatch(/copy.mb: \d+ rows/);
    expect(run.err).not.toContain('WARNING');

    const other = await makeDataDir();
    try {
      const flags = `--data-dir ${other} --yes`;
      expect(await matinee(`db restore ${file} ${flags}`)).toMatchObject({
        code: 1,
        err: expect.stringContaining('--passphrase-file'),
      });
      const wrong = await matinee(`db restore ${file} ${flags} --passphrase-file -`, 'another phrase\n');
      expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('passphrase is wrong') });
      expect(existsSync(join(other, 'postgres'))).toBe(false);
      const restored = await matinee(`db restore ${file} ${flags} --passphrase-file -`, `${passphrase}\n`);
      expect(restored).toMatchObject({ code: 0, out: expect.stringMatching(/^Restored \d+ rows/) });
      const again = await matinee(`db restore ${file} ${flags} --passphrase-file ${phrase}`);
      expect(again).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') });

      const { started, url: otherUrl } = await serve(other);
      const signed = await signIn(otherUrl, 'clara', 'Clara-password-2');
      expect(signed.status).toBe(200);
      const history = {
        call: 'RoomService.GetChatHistory',
        request: { page_size: 1 },
        token: signed.json.accessToken,
        room,
      };
      const [newest] = (await callRest(otherUrl, history)).json.messages;
      const number = Number(newest.client_message_id.slice(1));
      expect(number).toBeGreaterThanOrEqual(acknowledged - 1);
      expect(number).toBeLessThan(sent);
      // The old sign-in is still good, since the secret came along.
      expect((await callRest(otherUrl, { call: 'UserService.GetProfile', token: json.accessToken })).status).toBe(200);
      const stopped = await runCli(['stop'], { MATINEE_DATA_DIR: other });
      expect(stopped).toMatchObject({ code: 0, out: 'stopped\n' });
      expect(await started.ended).toBe(0);
    } finally {
      await removeDataDir(other);
    }
  }, 240_000);

  test('[CL13] the file is its owner’s, is never half there, and a broken one changes nothing', async () => {
    const file = join(dataDir, 'plain.mb');
    const run = await matinee(`db backup ${file}`);
    expect(run).toMatchObject({
      code: 0,
      err: expect.stringMatching(/WARNING: .*does not hold the server's secrets \(.*opaque/),
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await matinee(`db backup ${file}`)).toMatchObject({
      code: 4,
      err: expect.stringContaining('exists. Replace it?'),
    });
    const missing = await matinee('db backup /nowhere/copy.mb');
    expect(missing).toMatchObject({ code: 5, err: expect.stringContaining('cannot be written') });
    truncateSync(file, statSync(file).size - 10);
    const other = await makeDataDir();
    const broken = await matinee(`db restore ${file} --data-dir ${other} --yes --without-secrets`);
    expect(broken).toMatchObject({ code: 1, err: expect.stringContaining('is cut off') });
    expect(existsSync(join(other, 'postgres'))).toBe(false);
    rmSync(other, { recursive: true });
  }, 60_000);

  test('[CL10] [CF11] serve hands signals on: SIGHUP reads certificates again, SIGTERM ends it', async () => {
    const other = await makeDataDir();
    const path = (name: string) => join(other, name);
    const makeCertificate = (name: string) => {
      const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-keyout', path('tls.key')];
      const args = ['req', '-x509', '-subj', `/CN=${name}`, '-days', '1', '-nodes', ...key, '-out', path('tls.crt')];
      execFileSync('openssl', args, { stdio: 'ignore' });
    };
    try {
      makeCertificate('first');
      const files = [
        '--set',
        `server.tls_certificate=${path('tls.crt')}`,
        '--set',
        `server.tls_key=${path('tls.key')}`,
      ];
      const { started, url: https } = await serve(other, files);
      const port = Number(new URL(https).port);
      expect(https).toMatch(/^https:/);
      expect(await certificateName(port)).toBe('first');
      makeCertificate('second');
      started.child.kill('SIGHUP');
      await until('the new certificate is shown', async () => (await certificateName(port)) === 'second');
      writeFileSync(path('tls.crt'), 'nonsense');
      started.child.kill('SIGHUP');
      await until('the server says why not', () => started.said().includes('the old ones stay'));
      expect(await certificateName(port)).toBe('second');
      started.child.kill('SIGTERM');
      expect(await started.ended).toBe(0);
    } finally {
      await removeDataDir(other);
    }
  }, 120_000);

  test('[CL10] one Ctrl-C at a terminal ends the server in order', async () => {
    const other = await makeDataDir();
    try {
      const run = inTerminal(['serve', '--port', '0', '--data-dir', other], environment);
      await run.shows(/Its password is shown this once:/);
      await run.shows(/listening on/);
      run.type('\x03');
      expect(await run.ended).toBe(0);
      expect(run.screen().match(/"msg":"stopping"/g)).toHaveLength(1);
      expect(existsSync(join(other, 'management', 'endpoint'))).toBe(false);
      expect(existsSync(join(other, 'postgres', 'postmaster.pid'))).toBe(false);
    } finally {
      await removeDataDir(other);
    }
  }, 120_000);
});
