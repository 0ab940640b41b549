import { type OwnProvider, startOwnProvider } from '@matinee/testkit/outside/own-provider.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliServer, startCliServer } from '../cli.fixture.ts';

let cli: CliServer;
let shows: OwnProvider;
const matinee = (args: string, input?: string) => cli.run(`provider-instances ${args}`, input);

beforeAll(async () => {
  [cli, shows] = await Promise.all([startCliServer(), startOwnProvider()]);
}, 300_000);
afterAll(async () => {
  await cli?.stop();
  await shows?.stop();
});

test('an instance is refused with the setting that it needs, by name', async () => {
  const refused = await matinee('add cellar --plaintext --address 10.1.2.3:50051');
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain('add 10.1.2.3 to outbound.allowed_networks');
  expect((await matinee('list')).out).toContain('none');
});

test('an instance is added although it does not answer, and its secret is not shown', async () => {
  const added = await matinee('add attic --address nobody.invalid:50051 --secret', 'open-sesame\n');
  expect(added.out).toMatch(/secret +yes/);
  expect(added.out).toContain('unknown_host');
  expect(added.out + added.err).not.toContain('open-sesame');
  expect((await matinee('update attic --comment upstairs')).out).toMatch(/version +2/);
  const moved = await matinee('update attic --address elsewhere.invalid:50051');
  expect(moved.err).toContain('must be given again');
  expect((await matinee('disable attic')).out).toContain('disabled');
  expect((await matinee('reconnect attic')).err).toContain('Enable it first');
  expect((await matinee('list --output json')).out).toContain('"attic"');
  expect((await matinee('delete attic --yes')).code).toBe(0);
  expect((await matinee('delete attic --yes')).err).toContain('There is no provider instance of that name');
});
