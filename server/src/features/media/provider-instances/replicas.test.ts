import { type OwnProvider, startOwnProvider } from '@matinee/testkit/outside/own-provider.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProviderBackend } from '../../../commands/provider-backend/provider-backend.ts';

let first: TestServer;
let second: TestServer;
let shows: OwnProvider;

beforeAll(async () => {
  [first, shows] = await Promise.all([startTestServer(), startOwnProvider()]);
  second = await startTestServer({ database: first.database });
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
  await shows?.stop();
});

test('[PI5] another replica follows each change', async () => {
  const { token } = await first.signIn();
  const change = (call: string, request: object) =>
    first.ok({ call: `ProviderCommonService.${call}ProviderInstance`, token, request: request as never });
  const statusAtSecond = async () => {
    const { instances } = await second.ok({ call: 'ProviderCommonService.ListProviderInstances', token });
    return instances[0]?.health.status;
  };
  const untilThere = (status: string | undefined) =>
    until(`it is ${status}`, async () => (await statusAtSecond()) === status);
  await change('Add', { name: 'shows', address: shows.address, plaintext: true });
  await untilThere('serving');
  await change('Disable', { name: 'shows' });
  await untilThere('disabled');
  await change('Enable', { name: 'shows' });
  await untilThere('serving');
  await change('Delete', { name: 'shows' });
  await untilThere(undefined);
});

test('[PI13] without a secret, the program is for loopback only', async () => {
  const run = (...args: string[]) => runProviderBackend(args);
  await expect(run('--listen', '0.0.0.0:0', '--plaintext')).rejects.toThrow('give --secret-file');
  await expect(run('--listen', '127.0.0.1:0')).rejects.toThrow('--tls-certificate');
  await expect(run('--plaintext', '--provider', 'nothing')).rejects.toThrow('--provider nothing');
});
