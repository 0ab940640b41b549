/** `config`, `db` and `stop`, with a server and without. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { runCli } from '@matinee/testkit/cli.ts';
import { makeDataDir, removeDataDir } from '@matinee/testkit/process.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliServer, serve, signIn, startServedServer } from '../cli.fixture.ts';

let cli: CliServer;
const matinee = (args: string, input?: string) => cli.run(args, input);
/** For commands that start the server's program. */
const program = (args: string, input?: string) => cli.runProcess(args, input);

beforeAll(async () => {
  cli = await startServedServer();
  await matinee('user create clara', 'Clara-password-1\n');
}, 300_000);
afterAll(() => cli?.stop(), 60_000);

test('[CL11] config is shown and checked', async () => {
  const shown = await program('config show --output yaml --set jwt.secret=k7Qm2vXw9ZrT4bNc8LpF6hJd3SgY5aUe');
  expect(shown.out).toMatch(/^ {2}port: 8080 # default$/m);
  expect(shown.out).toMatch(/secret: "?\[secret\]"? # flags/);
  expect(shown.out).toContain('user.enablePasswordSignup: true');
  expect((await program('config validate')).out).toBe('The startup configuration is valid.\n');
  const faulty = await program('config validate --set server.prot=1 --set log.level=loud');
  expect(faulty).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/did you mean server.port\?[\s\S]*log.level = "loud"/),
  });
  const production = await runCli(['config', 'validate'], { MATINEE_SERVER_MODE: 'production' });
  expect(production).toMatchObject({ code: 1, err: expect.stringMatching(/jwt.secret: is missing.*openssl rand/) });
});

test('[CL11] the database is looked at, and left alone while a server uses it', async () => {
  const running = await matinee('db status');
  expect(running.out).toMatch(/embedded, in use by process \d+/);
  expect(await program('db migrate')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is in use by another Matinee'),
  });
  const folder = await makeDataDir();
  expect(await program(`db status --data-dir ${folder}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('no database'),
  });
  rmSync(folder, { recursive: true });
});

const passphrase = 'a phrase of several words';

test('[CL12] a backup made while people write is restored elsewhere, and people sign in there', async () => {
  const file = join(cli.dataDir, 'copy.mb');
  const phrase = join(cli.dataDir, 'phrase');
  writeFileSync(phrase, `${passphrase}\n`);
  const { json } = await signIn(cli.url, 'clara', 'Clara-password-1');
  const made = await callRest(cli.url, {
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
      await callRest(cli.url, { call: 'RoomService.SendChatMessage', request, token: json.accessToken, room });
    }
  })();
  await until('people write', () => sent > 20);
  const acknowledged = sent;
  const run = await program(`db backup ${file} --passphrase-file ${phrase}`);
  isDone = true;
  await writing;
  expect(run).toMatchObject({ code: 0, out: '' });
  expect(run.err).toMatch(/copy.mb: \d+ rows/);
  expect(run.err).not.toContain('WARNING');

  const other = await makeDataDir();
  try {
    const flags = `--data-dir ${other} --yes`;
    expect(await program(`db restore ${file} ${flags}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--passphrase-file'),
    });
    const wrong = await program(`db restore ${file} ${flags} --passphrase-file -`, 'another phrase\n');
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('passphrase is wrong') });
    expect(existsSync(join(other, 'postgres'))).toBe(false);
    const restored = await program(`db restore ${file} ${flags} --passphrase-file -`, `${passphrase}\n`);
    expect(restored).toMatchObject({ code: 0, out: expect.stringMatching(/^Restored \d+ rows/) });
    const again = await program(`db restore ${file} ${flags} --passphrase-file ${phrase}`);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') });

    const { started, url: otherUrl } = await serve(other);
    const signed = await signIn(otherUrl, 'clara', 'Clara-password-1');
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
    // The old sign-in still works, because the restore brought the secret along.
    expect((await callRest(otherUrl, { call: 'UserService.GetProfile', token: json.accessToken })).status).toBe(200);
    const stopped = await runCli(['stop'], { MATINEE_DATA_DIR: other });
    expect(stopped).toMatchObject({ code: 0, out: 'stopped\n' });
    expect(await started.ended).toBe(0);
  } finally {
    await removeDataDir(other);
  }
}, 240_000);

test('[CL13] the file is its owner’s, is never half there, and a broken one changes nothing', async () => {
  const file = join(cli.dataDir, 'plain.mb');
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
  const broken = await program(`db restore ${file} --data-dir ${other} --yes --without-secrets`);
  expect(broken).toMatchObject({ code: 1, err: expect.stringContaining('is cut off') });
  expect(existsSync(join(other, 'postgres'))).toBe(false);
  rmSync(other, { recursive: true });
});

test('[CL13] a backup replaces regular files only, and follows a link to one', async () => {
  const folder = await makeDataDir();
  const place = (name: string) => join(folder, name);
  execFileSync('mkfifo', [place('fifo'), place('half.partial')]);
  symlinkSync(place('fifo'), place('to-fifo'));
  symlinkSync(place('nothing'), place('to-nothing'));
  const socket = createServer().listen(place('socket'));
  try {
    const before = readdirSync(folder).toSorted();
    for (const name of ['fifo', 'to-fifo', 'to-nothing', 'socket', '', 'half']) {
      expect(await matinee(`db backup ${place(name)} --yes`)).toMatchObject({
        code: 2,
        err: expect.stringMatching(/is (a folder|a link to nothing|no regular file)/),
      });
      expect(readdirSync(folder).toSorted()).toEqual(before);
    }
    expect(lstatSync(place('fifo')).isFIFO()).toBe(true);

    writeFileSync(place('old'), 'an older one', { mode: 0o644 });
    symlinkSync(place('old'), place('to-old'));
    expect((await matinee(`db backup ${place('to-old')} --yes`)).code).toBe(0);
    expect(lstatSync(place('to-old')).isSymbolicLink()).toBe(true);
    expect(statSync(place('old')).size).toBeGreaterThan(1_000);
    expect(statSync(place('old')).mode & 0o777).toBe(0o600);
  } finally {
    socket.close();
    rmSync(folder, { recursive: true });
  }
});
