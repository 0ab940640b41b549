/** A provider in another process: the real program, with TLS and a secret, in front of a real WebDAV server. */
import { type DavServer, startDavServer } from '@matinee/testkit/outside/dav-server.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import {
  makeCertificate,
  type OwnCertificate,
  type ProviderBackend,
  startProviderBackend,
} from '@matinee/testkit/outside/provider-backend.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const secret = 'open-sesame-open-sesame';
let server: TestServer;
let dav: DavServer;
let certificate: OwnCertificate;
let backend: ProviderBackend;
let root: TestUser;
let owner: TestUser;
let member: TestUser;
let room: string;
let account: string;
let media: string;

const service = 'ProviderCommonService';
const administer = (call: string, request: object) =>
  server.rest({ call: `${service}.${call}ProviderInstance`, token: root.token, request: request as never });
const place = () => ({
  name: 'attic',
  address: `127.0.0.1:${backend.port}`,
  tls_ca: certificate.ca,
  tls_server_name: 'localhost',
  secret,
});
const health = async () =>
  (await server.ok({ call: `${service}.ListProviderInstances`, token: root.token })).instances.find(
    ({ name }: { name: string }) => name === 'attic',
  ).health;
const webdav = (call: string, request: object, by = owner) =>
  server.rest({ call: `WebdavProviderService.${call}`, token: by.token, request: request as never });
const playback = (by = owner) => server.rest({ call: 'RoomService.GetPlayback', token: by.token, room });

beforeAll(async () => {
  if (!hasProgram('openssl')) return;
  certificate = makeCertificate();
  [server, dav, backend] = await Promise.all([
    startTestServer(),
    startDavServer({
      '/films/one.mp4': 'film one',
      '/films/one.en.srt': 'subtitles',
      ...Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`/many/${i}.mp4`, 'x'])),
    }),
    startProviderBackend(certificate, secret),
  ]);
  [root, owner, member] = await Promise.all([server.signIn(), server.signUp('owner'), server.signUp('member')]);
  room = await makeRoom(server, owner);
  await joinRoom(server, room, member);
}, 120_000);
afterAll(async () => {
  await backend?.kill();
  dav?.stop();
  await server?.stop();
  certificate?.remove();
});
beforeEach(({ skip }) => skip(!hasProgram('openssl')));

describe('connecting', () => {
  const tried = async (change: object) =>
    (await administer('Add', { ...place(), ...change, test_only: true })).json.instance.health;

  test('[PI6] [PI10] [PI13] a test says what is wrong', async () => {
    expect(await tried({})).toMatchObject({ status: 'serving', program: 'Matinee' });
    expect(await tried({ secret: 'another' })).toMatchObject({ status: 'failing', fault: 'secret' });
    expect(await tried({ tls_ca: '' })).toMatchObject({ status: 'failing', fault: 'tls' });
    expect(await tried({ tls_server_name: 'films.example.org' })).toMatchObject({ status: 'failing', fault: 'tls' });
    expect(await tried({ address: '127.0.0.1:9' })).toMatchObject({ status: 'failing', fault: 'unreachable' });
    expect(await tried({ address: 'nobody.invalid:50051' })).toMatchObject({ fault: 'unknown_host' });
    // A port with another protocol.
    const dav80 = new URL(dav.url).host;
    expect(await tried({ address: dav80, plaintext: true, tls_ca: '', tls_server_name: '' })).toMatchObject({
      status: 'failing',
    });
    const { instances } = await server.ok({ call: `${service}.ListProviderInstances`, token: root.token });
    expect(instances).toEqual([]);
  });

  test('[PI2] [PI8] it is added; people see it, and nobody sees its secret', async () => {
    const { json } = await administer('Add', place());
    expect(json.instance).toMatchObject({ has_secret: true, health: { status: 'serving' } });
    const kind = json.instance.health.kinds.find(({ provider }: { provider: string }) => provider === 'webdav');
    expect(kind).toMatchObject({ built_in: true, capabilities: expect.arrayContaining(['sign_in', 'browse']) });
    const seen = await server.ok({ call: `${service}.ListAvailableProviderInstances`, token: member.token });
    expect(seen.instances).toMatchObject([{ name: 'attic', available: true }]);
    expect(JSON.stringify(seen)).not.toContain('127.0.0.1');
    const rows = await server.sql('select row_to_json(p)::text as text from provider_instances p');
    const events = await server.sql(
      `select encode(payload, 'escape') as text from outbox where topic = 'provider-instances'`,
    );
    const records = await server.sql('select details::text as text from audit_records');
    expect(JSON.stringify([json, rows, events, records])).not.toContain(secret);
    const { backends } = await server.ok({
      call: `${service}.ListProviderBackends`,
      token: member.token,
      request: { provider_type: 'webdav' },
    });
    expect(backends.map((one: { instance_name: string }) => one.instance_name)).toEqual(['', 'attic']);
  });
});

describe('using', () => {
  test('[PI9] an account that is signed in there lists, plays and is verified there', async () => {
    const asked = dav.asked.length;
    const { url, username, password } = dav;
    const refused = await webdav('Login', { url, username, password: 'wrong', instance_name: 'attic' });
    expect(refused.reason).toBe('providers.account_refused');
    const signedIn = await webdav('Login', { url, username, password, instance_name: 'attic' });
    expect(signedIn.json.account).toMatchObject({ instance_name: 'attic', provider: 'webdav' });
    account = signedIn.json.account.id;
    expect((await webdav('GetMe', { account_id: account })).status).toBe(200);
    const { json } = await webdav('List', { account_id: account, folder: '/films' });
    expect(json.entries).toMatchObject([
      { name: 'one.mp4', source: { webdav: { account_id: account }, provider_instance_name: 'attic' } },
    ]);
    expect(dav.asked.length).toBeGreaterThan(asked);
    const source = { ...json.entries[0].source, webdav: { ...json.entries[0].source.webdav, is_shared: true } };
    media = (await server.ok({ call: 'RoomService.AddMedia', token: owner.token, room, request: { source } })).media.id;
    const request = { media_id: media, paused: true };
    await server.ok({ call: 'RoomService.StartPlayback', token: owner.token, room, request });
    for (const by of [owner, member]) {
      const answer = (await playback(by)).json.playback;
      expect(answer.provider_instance_name).toBe('attic');
      const { medias, subtitles } = answer.playback_infos.proxied;
      expect(await (await fetch(server.url + medias[0].url)).text()).toBe('film one');
      expect(subtitles).toMatchObject([{ language: 'en' }]);
    }
  });

  test('[PI9] the pages of a folder are each entry once, and a cursor of another account is refused', async () => {
    const names: string[] = [];
    let cursor = '';
    do {
      const { json } = await webdav('List', { account_id: account, folder: '/many', page_size: 3, cursor });
      names.push(...json.entries.map(({ name }: { name: string }) => name));
      cursor = json.next_cursor;
    } while (cursor !== '');
    expect(names).toEqual(['0.mp4', '1.mp4', '2.mp4', '3.mp4', '4.mp4', '5.mp4', '6.mp4']);
  });

  test('[PI9] a source names no other instance than that of its account', async () => {
    const source = { webdav: { account_id: account, path: '/films/one.mp4' }, provider_instance_name: 'cellar' };
    const answer = await server.rest({ call: 'RoomService.AddMedia', token: owner.token, room, request: { source } });
    expect(answer.message).toContain('source.provider_instance_name');
  });

  test('nobody signs in where there is no instance, or at one that does not run the provider', async () => {
    const { url, username, password } = dav;
    const gone = await webdav('Login', { url, username, password, instance_name: 'cellar' });
    expect(gone.reason).toBe('provider_instances.not_found');
    const request = { provider: 'podcasts', instance_name: 'attic' };
    const other = await server.rest({ call: 'CustomProviderService.Login', token: owner.token, request });
    expect(other.reason).toBe('provider_instances.not_served');
  });

  test.each([
    [401, 'providers.account_refused'],
    [403, 'providers.upstream_forbidden'],
    [404, 'providers.upstream_missing'],
    [429, 'providers.upstream_busy'],
    [500, 'providers.upstream_failed'],
    [200, 'providers.bad_answer'],
  ])('[PI10] upstream answers %d there: %s', async (code, reason) => {
    dav.instead = (_, response) => void response.writeHead(code, { 'retry-after': '7' }).end('<html>no</html>');
    try {
      const answer = await webdav('GetMe', { account_id: account });
      expect(answer.reason).toBe(reason);
    } finally {
      dav.instead = undefined;
    }
  });
});

describe('administering one that is in use', () => {
  test('[PI4] [PI7] it is not moved by an administrator who is not root, nor deleted without force', async () => {
    const keeper = await server.signUp('keeper');
    await server.ok({ call: 'AdminService.AddAdmin', token: root.token, request: { user_id: keeper.id } });
    const move = { name: 'attic', address: 'localhost:1', secret };
    const moved = await server.rest({ call: `${service}.UpdateProviderInstance`, token: keeper.token, request: move });
    expect(moved.reason).toBe('provider_instances.root_only');
    const deleted = await administer('Delete', { name: 'attic' });
    expect([deleted.reason, deleted.message]).toEqual([
      'provider_instances.in_use',
      expect.stringContaining('1 accounts and 1 items'),
    ]);
  });

  test('[PI12] what is from a disabled instance is not available now, and comes back', async () => {
    await administer('Disable', { name: 'attic' });
    expect((await webdav('GetMe', { account_id: account })).reason).toBe('provider_instances.unavailable');
    await administer('Enable', { name: 'attic' });
    expect((await webdav('GetMe', { account_id: account })).status).toBe(200);
  });

  test('[PI12] one that is killed is told so at once, and found again when it is back', async () => {
    const { port } = backend;
    await backend.kill();
    const answers = await Promise.all(Array.from({ length: 5 }, () => webdav('GetMe', { account_id: account })));
    expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set(['provider_instances.unavailable']));
    await until('it is known to be away', async () => (await health()).status === 'failing');
    backend = await startProviderBackend(certificate, secret, port);
    await until('it is found again', async () => (await health()).status === 'serving');
    expect((await webdav('GetMe', { account_id: account })).status).toBe(200);
  });

  test('[PI7] with force it is deleted, and its accounts are forgotten', async () => {
    const { json } = await administer('Delete', { name: 'attic', force: true });
    expect(json.deleted_accounts).toBe(1);
    expect((await webdav('GetBinds', {})).json.accounts).toEqual([]);
    expect((await webdav('GetMe', { account_id: account })).reason).toBe('providers.unknown_account');
  });
});
