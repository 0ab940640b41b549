/** `db backup` with streams that end well, end early and break off. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PretendServer, refused, startPretendServer } from '../connection/pretend-server.fixture.ts';

const { backup } = ManagementService.method;

let server: PretendServer;
let folder: string;
beforeAll(async () => {
  server = await startPretendServer();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-backup-'));
});
afterEach(() => {
  server.forget();
  rmSync(folder, { recursive: true });
});
afterAll(() => server.stop());

const part = (name: string, value: unknown) => ({ part: { case: name, value } });
const start = (missingSecrets: readonly string[] = []) =>
  part('start', { tables: 2, expectedBytes: 10, missingSecrets });
const data = (text: string) => part('data', Buffer.from(text));
const progress = part('progress', { table: 'users', tablesDone: 1, rows: 5, bytes: 4 });
const end = part('end', { rows: 1_234, bytes: 10 });
const whole = [start(), data('first '), progress, data('second'), end];

test('[CL13] the parts are one file, for its owner, and its size is told', async () => {
  server.answers(backup, whole);
  const file = join(folder, 'copy.mb');
  expect(await server.run(`db backup ${file} --without-secrets`)).toEqual({
    code: 0,
    out: '',
    err: `${file}: 1234 rows, 12 B\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe('first second');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['copy.mb']);
});

describe('[CL13] nothing is left, and what was there stays, when the stream', () => {
  test.each([
    ['ends before its end', [start(), data('first ')], 5, 'the server ended the backup before it was complete'],
    [
      'is refused in the middle',
      [start(), data('first '), refused({ code: status.INTERNAL, message: 'disk failed', reason: 'common.internal' })],
      1,
      'disk failed',
    ],
    [
      'breaks off',
      [start(), data('first '), refused({ code: status.UNAVAILABLE, message: 'read ECONNRESET' })],
      3,
      'broke off',
    ],
  ])('%s', async (_, parts, code, told) => {
    server.answers(backup, parts);
    const file = join(folder, 'copy.mb');
    writeFileSync(file, 'an older one');
    expect(await server.run(`db backup ${file} --without-secrets --yes`)).toMatchObject({
      code,
      out: '',
      err: expect.stringContaining(told),
    });
    expect(readFileSync(file, 'utf8')).toBe('an older one');
    expect(readdirSync(folder)).toEqual(['copy.mb']);
  });
});

test('[CL13] a half file that a killed command left is replaced', async () => {
  server.answers(backup, whole);
  const file = join(folder, 'copy.mb');
  writeFileSync(`${file}.partial`, 'x'.repeat(100), { mode: 0o644 });
  expect((await server.run(`db backup ${file} --without-secrets`)).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('first second');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('[CL2] a backup to standard output is the bytes and nothing else', async () => {
  server.answers(backup, whole);
  expect(await server.run('db backup - --without-secrets')).toEqual({ code: 0, out: 'first second', err: '' });
  expect(readdirSync(folder)).toEqual([]);
});

test('the secrets that are missing are named, loudly', async () => {
  server.answers(backup, [start(['opaque', 'totp']), data('x'), end]);
  const { err } = await server.run(`db backup ${join(folder, 'copy.mb')}`);
  expect(err).toMatch(/^WARNING: the backup does not hold the server's secrets \(opaque, totp\)\./);
});

describe('the passphrase', () => {
  const sent = async (flags: string, input?: string) => {
    server.answers(backup, whole);
    const run = await server.run(`db backup ${join(folder, 'copy.mb')} --yes ${flags}`, input);
    expect(run.code).toBe(0);
    return server.requests(backup).at(-1);
  };

  test('[CL6] is the first line of a file or of standard input', async () => {
    const file = join(folder, 'phrase');
    writeFileSync(file, 'several words \r\nand another line\n');
    expect(await sent(`--passphrase-file ${file}`)).toEqual({ passphrase: 'several words ' });
    expect(await sent('--passphrase-file -', 'from input\n')).toEqual({ passphrase: 'from input' });
  });

  test('is left out where the secrets are, or where nobody can be asked', async () => {
    const file = join(folder, 'phrase');
    writeFileSync(file, 'several words\n');
    expect(await sent(`--without-secrets --passphrase-file ${file}`)).toEqual({});
    expect(await sent('', 'not a passphrase\n')).toEqual({});
  });

  test.each([
    ['empty', 'is empty'],
    ['missing', 'cannot be read'],
  ])('[CL1] in a file that is %s makes no backup', async (name, told) => {
    writeFileSync(join(folder, 'empty'), '\nsecond line\n');
    const file = join(folder, 'copy.mb');
    expect(await server.run(`db backup ${file} --passphrase-file ${join(folder, name)}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining(told),
    });
    expect(existsSync(file)).toBe(false);
    expect(server.asked).toEqual([]);
  });
});
