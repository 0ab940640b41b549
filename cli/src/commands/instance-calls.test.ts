/** The calls of `provider-instances …`, and the printed answers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ProviderCommonService } from '@matinee/contract/gen/service/provider/provider_common_service_pb.ts';
import {
  ProviderInstanceFault,
  ProviderInstanceStatus,
} from '@matinee/contract/gen/service/provider/provider_instances_pb.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type PretendServer, startPretendServer } from '../connection/pretend-server.fixture.ts';

const { method } = ProviderCommonService;
const folder = mkdtempSync(join(tmpdir(), 'matinee-instances-'));

let server: PretendServer;
beforeAll(async () => {
  server = await startPretendServer();
});
afterEach(() => server.forget());
afterAll(() => {
  server.stop();
  rmSync(folder, { recursive: true });
});

const attic = {
  ...{ name: 'attic', address: 'attic.example:50051', plaintext: true, hasSecret: true, comment: 'upstairs' },
  version: 3,
  health: {
    status: ProviderInstanceStatus.FAILING,
    fault: ProviderInstanceFault.TLS,
    detail: 'certificate has expired',
    checkedAt: timestampFromDate(new Date('2026-03-01T20:15:30Z')),
    program: 'shows 2.1',
    kinds: [{ provider: 'alist' }, { provider: 'emby' }],
  },
};

test('[CL2] the list tells how each instance is, also one that nobody has asked yet', async () => {
  server.answers(method.listProviderInstances, { instances: [attic, { name: 'new', address: 'new:1' }] }, {});
  const { out } = await server.run('provider-instances list');
  expect(
    out
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ['attic', 'attic.example:50051', 'no', 'yes', 'failing', 'tls', 'alist, emby'],
    ['new', 'new:1', 'yes', 'no'],
  ]);
  expect((await server.run('provider-instances list')).out).toBe('none\n');
});

test('an instance is shown with what is wrong with it', async () => {
  server.answers(method.enableProviderInstance, { instance: attic });
  expect((await server.run('provider-instances enable attic')).out).toBe(
    [
      'name      attic',
      'address   attic.example:50051',
      'tls       no',
      'secret    yes',
      'comment   upstairs',
      'version   3',
      'status    failing',
      'fault     tls: certificate has expired',
      'asked at  2026-03-01 20:15:30',
      'program   shows 2.1',
      'runs      alist, emby',
      '',
    ].join('\n'),
  );
});

describe('an instance that is added', () => {
  const sent = async (flags: string, input?: string) => {
    server.answers(method.addProviderInstance, { instance: attic });
    expect((await server.run(`provider-instances add attic --address attic:1 ${flags}`, input)).code).toBe(0);
    return server.requests(method.addProviderInstance).at(-1);
  };

  test('speaks TLS and has no secret when nothing is said', async () => {
    expect(await sent('', 'not asked for\n')).toEqual({ name: 'attic', address: 'attic:1' });
  });

  test('[CL6] takes its secret from standard input and its certificates from a file', async () => {
    const file = join(folder, 'ca.pem');
    writeFileSync(file, '-----BEGIN CERTIFICATE-----\n');
    const place = `--plaintext --server-name films --ca-file ${file} --comment upstairs`;
    expect(await sent(`${place} --secret --disabled --test`, 'sesame\n')).toEqual({
      ...{ name: 'attic', address: 'attic:1', plaintext: true, tlsServerName: 'films', comment: 'upstairs' },
      ...{ tlsCa: '-----BEGIN CERTIFICATE-----\n', secret: 'sesame', disabled: true, testOnly: true },
    });
  });

  test('[CL1] with certificates that cannot be read is refused', async () => {
    const flags = `--address attic:1 --ca-file ${folder}/missing.pem`;
    expect(await server.run(`provider-instances add attic ${flags}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('missing.pem cannot be read'),
    });
    expect(server.asked).toEqual([]);
  });
});

describe('an instance that is changed', () => {
  const sent = async (flags: string, input?: string) => {
    server.answers(method.updateProviderInstance, { instance: attic });
    expect((await server.run(`provider-instances update attic ${flags}`, input)).code).toBe(0);
    return server.requests(method.updateProviderInstance).at(-1);
  };

  test('keeps what is not named', async () => {
    expect(await sent('')).toEqual({ name: 'attic' });
    expect(await sent('--comment downstairs')).toEqual({ name: 'attic', comment: 'downstairs' });
    expect(await sent('--address other:2 --test')).toEqual({ name: 'attic', address: 'other:2', testOnly: true });
  });

  test('gets a secret, or loses the one that it has', async () => {
    expect(await sent('--secret', 'sesame\n')).toEqual({ name: 'attic', secret: 'sesame' });
    expect(await sent('--no-secret', 'not asked for\n')).toEqual({ name: 'attic', secret: '' });
  });

  test('goes over to TLS, and back', async () => {
    expect(await sent('--tls')).toEqual({ name: 'attic', plaintext: false });
    expect(await sent('--plaintext')).toEqual({ name: 'attic', plaintext: true });
  });
});

test('[CL5] an instance is deleted only when that was confirmed, with its accounts when it is forced', async () => {
  server.answers(method.deleteProviderInstance, { deletedAccounts: 2 });
  expect(await server.run('provider-instances delete attic')).toMatchObject({
    code: 4,
    err: expect.stringContaining('Delete attic?'),
  });
  expect(server.asked).toEqual([]);
  expect((await server.run('provider-instances delete attic --yes')).out).toBe('deleted, and 2 accounts with it\n');
  await server.run('provider-instances delete attic --force --yes');
  expect(server.requests(method.deleteProviderInstance)).toEqual([{ name: 'attic' }, { name: 'attic', force: true }]);
});

test.each([
  ['enable', method.enableProviderInstance],
  ['disable', method.disableProviderInstance],
  ['reconnect', method.reconnectProviderInstance],
])('%s is one call by name', async (verb, call) => {
  server.answers(call, { instance: attic });
  await server.run(`provider-instances ${verb} attic`);
  expect(server.asked.map(({ name, request }) => ({ name, request }))).toEqual([
    { name: call.name, request: { name: 'attic' } },
  ]);
});
