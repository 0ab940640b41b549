/** Runs the contract table over REST, gRPC and the socket, and checks that it is complete. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type JsonObject, type Message, toJson } from '@bufbuild/protobuf';
import { allMethods, methodName, ruleOf } from '@matinee/contract/methods.ts';
import { carries, type Row, runRow, shapeOf, type TableTransport } from '@matinee/testkit/contract-table.ts';
import { type DavServer, startDavServer } from '@matinee/testkit/outside/dav-server.ts';
import { type FakeIssuer, fakeClient, startFakeIssuer } from '@matinee/testkit/outside/fake-issuer.ts';
import { type OwnProvider, startOwnProvider } from '@matinee/testkit/outside/own-provider.ts';
import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { makeWorld, type World } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mediaProviders } from './composition/gen/media-providers.ts';
import { hasSrt } from './features/media/srt/srt-callers.fixture.ts';
import { declaredErrors, statusesOf } from './kernel/errors.ts';
import type { MediaProvider } from './providers/provider.ts';
import { type FakeServer, readSamples } from './providers/sample.fixture.ts';
import { client as twitchClient } from './providers/twitch/twitch.fake.ts';
import { client as youtubeClient } from './providers/youtube/youtube.fake.ts';

/** The table of each feature and provider: the export of its `*.rows.ts`, whatever its name. */
const tables: Record<string, Row[]> = await readTables();
const rows = Object.values(tables).flat();
const titleOf = (row: Row) => `${row.call} as ${row.as}: ${row.name}`;
/** What the first transport answered, by title. */
const shapes = new Map<string, string>();

const backups = mkdtempSync(join(tmpdir(), 'matinee-backups-'));
let smtp: SmtpCatch;
let server: TestServer;
let issuer: FakeIssuer;
let dav: DavServer;
let shows: OwnProvider;
let fakes: Fakes;
beforeAll(async () => {
  [smtp, issuer, shows, dav, fakes] = await Promise.all([
    startSmtpCatch(),
    startFakeIssuer(),
    startOwnProvider(),
    startDavServer({ '/films/one.mp4': 'one', '/films/two.mp4': 'two' }),
    startFakes(),
  ]);
  server = await startTestServer({
    smtp,
    sites: fakes.sites,
    // Rows make passkeys before they know the port.
    config: {
      'webauthn.rp_origin': 'http://localhost',
      'server.trusted_proxies': ['127.0.0.1'],
      'rtmp.address': '127.0.0.1:0',
      'srt.host': '127.0.0.1',
      'backup.directory': backups,
    },
    settings: {
      'user.enableEmailSignup': true,
      'youtube.client': { username: youtubeClient.clientId, password: youtubeClient.clientSecret },
      'twitch.client': { username: twitchClient.clientId, password: twitchClient.clientSecret },
      'user.enableWebauthnSignup': true,
      'user.enableInstantSignup': true,
      'oauth2.allowedRedirectUrls': ['https://app.example.org/signed-in'],
      'oauth2.providers': [
        issuer.provider('club'),
        issuer.provider('closed', { enableSignup: false }),
        issuer.provider('reviewed', { signupNeedReview: true }),
        { instanceName: 'phone', apple: { nativeClientId: 'org.example.app', nativeClientSecret: 'a secret' } },
        { instanceName: 'gone', oidc: { ...fakeClient, issuer: 'http://127.0.0.1:1' } },
      ],
    },
  });
  const { token } = await server.signIn();
  await makeBackup(token);
  await server.ok({
    call: 'ProviderCommonService.AddProviderInstance',
    token,
    request: { name: 'shows', address: shows.address, plaintext: true },
  });
});
afterAll(async () => {
  await server?.stop();
  rmSync(backups, { recursive: true });
  await shows?.stop();
  dav?.stop();
  fakes?.stop();
  await Promise.all([smtp?.stop(), issuer?.close()]);
});

/** The first one: answers about backups look alike from then on. */
async function makeBackup(token: string): Promise<void> {
  await server.ok({ call: 'AdminService.BackUpNow', token });
  await until('the backup is done', async () => {
    const { last_good, running_since } = await server.ok({ call: 'AdminService.GetBackups', token });
    return last_good !== undefined && running_since === undefined;
  });
}

for (const transport of ['rest', 'grpc', 'ws'] as const satisfies TableTransport[]) {
  describe(`over ${transport}`, () => {
    for (const [feature, table] of Object.entries(tables)) {
      if (!table.some((row) => carries(transport, row))) continue;
      describe(feature, () => {
        let world: World;
        beforeAll(async () => {
          world = await makeWorld(server, { dav, homes: fakes.homes });
        });
        for (const row of table) {
          // A row that this transport does not carry must still run, because later rows build on it.
          const used = carries(transport, row) ? transport : carries('rest', row) ? 'rest' : undefined;
          if (used === undefined) continue;
          test(titleOf(row), async () => {
            const { answer, expected } = await runRow(used, server, world, row);
            expect({ status: answer.status, reason: answer.reason }, answer.message).toEqual({
              status: expected.status,
              reason: expected.reason,
            });
            if (used === 'ws' || expected.json === undefined) return;
            expect(answer.json).toMatchObject(expected.json as object);
            const shape = shapeOf(answer.json);
            expect(shape).toBe(shapes.get(titleOf(row)) ?? shape);
            shapes.set(titleOf(row), shape);
          });
        }
      });
    }
  });
}

describe('the table is complete', () => {
  test('no two rows have one title', () => {
    const titles = rows.map(titleOf);
    expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([]);
  });

  test('every method of the contract has a row that works', () => {
    const working = new Set(rows.filter(({ expect }) => 'ok' in expect).map(({ call }) => call));
    // Without libsrt its row says so.
    if (!hasSrt) working.add('RoomService.CreateRoomSrtAddress');
    expect(
      allMethods()
        .map(methodName)
        .filter((name) => !working.has(name)),
    ).toEqual([]);
  });

  test('[TR56] what a method refuses with 400 is declared, and every row that expects such an error finds it there', () => {
    const isInvalid = (reason: string) => {
      const declaration = declaredErrors().get(reason);
      return declaration !== undefined && statusesOf(declaration).http === 400;
    };
    const refuses = new Map(allMethods().map((method) => [methodName(method), ruleOf(method).refuses]));
    expect([...refuses.values()].flat().filter((reason) => !isInvalid(reason))).toEqual([]);
    const unlisted = rows.flatMap(({ call, expect }) => {
      const reason = 'error' in expect ? expect.error : '';
      const isOwn = isInvalid(reason) && !/^(call|request|store)\./.test(reason);
      return isOwn && !refuses.get(call)?.includes(reason) ? [`${call}: ${reason}`] : [];
    });
    expect(unlisted).toEqual([]);
  });

  test('every error of a feature and of the pipeline has a row or a test that expects it', () => {
    const expected = new Set(rows.map(({ expect }) => ('error' in expect ? expect.error : '')));
    const tests = readTests();
    const owners = new Set(['call', 'auth', ...Object.keys(tables)]);
    const reasons = [...declaredErrors().keys()].filter((reason) => owners.has(reason.split('.')[0]!));
    expect(reasons.length).toBeGreaterThan(40);
    expect(reasons.filter((reason) => !expected.has(reason) && !tests.includes(`'${reason}'`))).toEqual([]);
  });
});

interface Fakes {
  readonly sites: Readonly<Record<string, string>>;
  readonly homes: World['homes'];
  stop(): void;
}

/** Starts the upstream of each provider that has one. */
async function startFakes(): Promise<Fakes> {
  const providers = Object.values(mediaProviders) as unknown as MediaProvider[];
  const samples = await readSamples(providers.map(({ name }) => name));
  const started: FakeServer[] = [];
  const homes: Record<string, JsonObject> = {};
  for (const { name, accounts } of providers) {
    const { upstream, site } = samples.get(name)!;
    if (site) started.push(await site());
    if (!upstream || !accounts) continue;
    const running = await upstream();
    const schema = accounts.service.method.login?.input;
    if (schema && 'login' in running) homes[name] = toJson(schema, running.login as Message) as JsonObject;
    started.push(running);
  }
  return {
    sites: Object.assign({}, ...started.map(({ sites }) => sites)),
    homes,
    stop: () => {
      for (const one of started) one.stop();
    },
  };
}

async function readTables(): Promise<Record<string, Row[]>> {
  const source = fileURLToPath(new URL('.', import.meta.url));
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.rows.ts'));
  const found = names.sort().map(async (name): Promise<[string, Row[]]> => {
    const exported = (await import(join(source, name))) as Record<string, Row[]>;
    return [basename(name, '.rows.ts'), Object.values(exported).flat()];
  });
  return Object.fromEntries(await Promise.all(found));
}

/** The text of all tests of the server except this one. */
function readTests(): string {
  const root = fileURLToPath(new URL('.', import.meta.url));
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const tests = names.filter((name) => name.endsWith('.test.ts') && name !== 'contract.test.ts');
  return tests.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');
}
