/**
 * Calls that schemathesis generates from the OpenAPI document of a running server, as root, as a member and without a
 * token.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasProgram, programPath } from '@matinee/testkit/outside/programs.ts';
import { removeDataDir, type ServerProcess, startProcess } from '@matinee/testkit/process.ts';
import { makeUsedDataDir } from '@matinee/testkit/processes/used-data-dir.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../tools/built.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const setup = join(root, 'testkit/generated-calls');

/** Each run takes a minute on a quiet machine. */
const long = 600_000;

describe.skipIf(!hasProgram('schemathesis'))('[TR56] generated calls', () => {
  let dataDir: string;
  let server: ServerProcess;
  let room: string;
  let running: ChildProcess | undefined;
  const tokens: Record<string, string> = {};

  async function ok(call: string, request: object, token?: string) {
    const answer = await callRest(server.url, { call, request: request as never, token });
    if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.reason}`);
    return answer.json;
  }

  beforeAll(async () => {
    ensureBuilt();
    dataDir = await makeUsedDataDir();
    server = await startProcess(dataDir);
    const password = testPassword;
    tokens.root = (await ok('AuthService.LoginWithDirectPassword', { username: 'root', password })).accessToken;
    const request = { username: 'somebody', password };
    tokens.member = (await ok('AuthService.RegisterWithDirectPassword', request)).accessToken;
    room = (await ok('UserService.CreateRoom', { name: 'Room' }, tokens.root)).room.id;
    await ok('UserService.JoinRoom', { room_id: room }, tokens.member);
  }, long);

  afterAll(async () => {
    running?.kill('SIGKILL');
    server?.child.kill('SIGTERM');
    await server?.ended;
    if (dataDir) await removeDataDir(dataDir);
  }, long);

  /** Runs schemathesis; gives its findings as its summary says them. */
  async function generate(token: string | undefined, options: readonly string[]): Promise<string> {
    const caller = token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`];
    const config = ['--config-file', join(setup, 'schemathesis.toml')];
    const document = `${server.url}/api-docs/openapi.json`;
    const child = spawn(
      programPath('schemathesis'),
      [...config, 'run', document, '--no-color', '--workers', '2', ...caller, ...options],
      {
        cwd: dataDir,
        env: {
          ...process.env,
          ROOM: room,
          SCHEMATHESIS_HOOKS: 'checks',
          PYTHONPATH: setup,
          PYTHONDONTWRITEBYTECODE: '1',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    running = child;
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const [code] = await once(child, 'close');
    if (code !== 0 && code !== 1) throw new Error(said);
    return code === 0 ? '' : said;
  }

  const calls = (each: number) => ['--phases', 'fuzzing', '--max-examples', String(each)];

  test(
    'as root, with what the schemas allow',
    async () => {
      expect(await generate(tokens.root, [...calls(3), '--mode', 'positive'])).toBe('');
    },
    long,
  );

  test(
    'as root, with what the schemas do not allow',
    async () => {
      expect(await generate(tokens.root, calls(3))).toBe('');
    },
    long,
  );

  // A call that this caller may not make is refused whatever it says.
  test(
    'as a member of the room',
    async () => {
      expect(await generate(tokens.member, calls(1))).toBe('');
    },
    long,
  );

  test(
    'as nobody',
    async () => {
      expect(await generate(undefined, calls(1))).toBe('');
    },
    long,
  );
});
