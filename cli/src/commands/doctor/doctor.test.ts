/** `doctor` by the built program, with a server and without. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '@matinee/testkit/cli.ts';
import { unzip } from '@matinee/testkit/files/unzip.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startServedServer } from '../../cli.fixture.ts';

let cli: Awaited<ReturnType<typeof startServedServer>>;
let folder: string;
beforeAll(async () => {
  cli = await startServedServer();
  // The usual one is on the internet.
  await cli.run('settings update --set webrtc.externalIceServers=[]');
}, 300_000);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => cli?.stop(), 60_000);

interface Findings {
  readonly ok: boolean;
  readonly checks: readonly { readonly name: string; readonly state: string; readonly text: string }[];
}

const statesIn = (out: string) =>
  Object.fromEntries((JSON.parse(out) as Findings).checks.map(({ name, state }) => [name, state]));

test('[DOC1] [DOC4] a server in order has no failure', async () => {
  const { code, out } = await cli.runProcess('doctor --output json');
  expect(statesIn(out)).toMatchObject({
    configuration: 'ok',
    server: 'ok',
    secrets: 'ok',
    database: 'ok',
    clock: 'ok',
    ports: 'ok',
    'address: rest': 'ok',
    'address: socket': 'ok',
    'address: events': 'ok',
    'address: ranges': 'ok',
    'address: grpc': 'ok',
    mail: 'ok',
  });
  expect(code).toBe(0);
});

test('[DOC3] without a server it says so, and looks at the rest; a fault ends it with 1', async () => {
  const good = await runCli(['doctor', '--output', 'json'], { MATINEE_DATA_DIR: folder });
  expect(statesIn(good.out)).toMatchObject({ configuration: 'ok', server: 'skipped', 'address: rest': 'skipped' });
  expect(good).toMatchObject({ code: 0, err: expect.stringContaining('no server could be asked') });
  const bad = await runCli(['doctor', '--set', 'redis.url=redis://127.0.0.1:9'], { MATINEE_DATA_DIR: folder });
  expect(bad).toMatchObject({ code: 1, out: expect.stringMatching(/^failed +redis +it does not answer/m) });
  const broken = await runCli(['doctor', '--set', 'server.port=many'], { MATINEE_DATA_DIR: folder });
  expect(broken).toMatchObject({ code: 1, out: expect.stringMatching(/^failed +configuration +server\.port/m) });
});

test('[DOC5] [DOC6] secrets that are planted everywhere are nowhere in the archive', async () => {
  const planted = (name: string) => `planted-${name}-9f8e7d6c5b4a39281706fedcba987654`;
  const secrets = ['jwt', 'turn', 'database', 'redis', 'settings', 'variable', 'bearer', 'query', 'folder'].map(
    planted,
  );
  const dataDir = join(folder, `data-${planted('jwt')}`);
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'secrets/security.opaque_server_setup_secret'), planted('folder'), { mode: 0o600 });
  chmodSync(join(dataDir, 'secrets'), 0o700);
  const log = join(folder, 'server.log');
  writeFileSync(
    log,
    [
      `{"msg":"listening","secret":"${planted('folder')}"}`,
      `authorization: Bearer ${planted('bearer')}`,
      `GET /api/films/1?signature=${planted('query')}`,
      `connecting to postgres://matinee:${planted('database')}@127.0.0.1:9/matinee`,
      'the last line',
    ].join('\n'),
  );
  const config = join(folder, 'matinee.yaml');
  writeFileSync(
    config,
    [
      `database: { url: "postgres://matinee:${planted('database')}@127.0.0.1:9/matinee" }`,
      `jwt: { secret: ${planted('jwt')} }`,
      `turn: { urls: ["turn:127.0.0.1:9?transport=tcp"], secret: ${planted('turn')} }`,
      `bootstrap: { settings: { "email.smtpCredentials": { username: anna, password: ${planted('settings')} } } }`,
    ].join('\n'),
  );
  const environment = {
    MATINEE_DATA_DIR: dataDir,
    MATINEE_REDIS_URL: `redis://:${planted('redis')}@127.0.0.1:9`,
    SOME_PASSWORD: planted('variable'),
  };
  const bundle = join(folder, 'bundle.zip');
  const args = ['doctor', '--config', config, '--bundle', bundle, '--log', log];
  const run = await runCli(args, environment);
  expect(run.code).toBe(1);
  const files = unzip(readFileSync(bundle));
  expect([...files.keys()]).toEqual(['doctor.json', 'machine.json', 'config.yaml', 'metrics.txt', 'log.txt']);
  const all = [run.out, ...files.keys(), ...[...files.values()].map(String)].join('\n');
  for (const secret of secrets) expect(all.includes(secret), secret).toBe(false);
  expect(all).not.toContain('planted-');
  expect(String(files.get('log.txt'))).toContain('the last line');
  expect(String(files.get('config.yaml'))).toContain('turn:127.0.0.1:9');
  expect(statSync(bundle).mode & 0o777).toBe(0o600);

  const again = await runCli(args, environment);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining(`exists: name another file`) });
  expect(again.err).not.toContain('planted-');
});

test('[DOC6] the archive of a running server has its settings and metrics, and takes the place of no file', async () => {
  const bundle = join(folder, 'bundle.zip');
  expect((await cli.runProcess(`doctor --bundle ${bundle}`)).code).toBe(0);
  const files = unzip(readFileSync(bundle));
  expect(JSON.parse(String(files.get('settings.json')))).toHaveProperty('server');
  expect(JSON.parse(String(files.get('machine.json'))).server.data_dir).toBe(cli.dataDir);
  const before = readFileSync(bundle);
  expect(await cli.runProcess(`doctor --bundle ${bundle}`)).toMatchObject({ code: 1 });
  expect(readFileSync(bundle).equals(before)).toBe(true);
});
