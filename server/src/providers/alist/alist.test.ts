import { create } from '@bufbuild/protobuf';
import { AlistLoginRequestSchema, AlistSourceSchema } from '@matinee/contract/gen/service/provider/alist_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { plainTools as tools } from '../plain-tools.fixture.ts';
import type { OpenAccount, ProviderTools } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { UpstreamAddress } from '../resolved.ts';
import { type FakeAlist, startFakeAlist } from './alist.fake.ts';
import { alist } from './alist.provider.ts';

const kind = alist.accounts!;
let fake: FakeAlist;
let account: OpenAccount;
beforeAll(async () => {
  fake = await startFakeAlist();
  account = { id: 'pac_1', credentials: (await signIn()).credentials };
});
afterEach(() => {
  fake.otpCode = '';
  fake.hasSearch = true;
});
afterAll(() => fake?.stop());

const signIn = (given: object = {}) =>
  kind.signIn(
    create(AlistLoginRequestSchema, {
      url: `${fake.url}/`,
      username: fake.username,
      password: fake.password,
      ...given,
    }) as never,
    { ...tools, deviceId: 'device' },
  );
const list = (folder: string, given: { after?: string; limit?: number; password?: string } = {}) =>
  kind.list(account, { folder, after: undefined, limit: 100, ...given }, tools);
const find = async (text: string, folder = '') =>
  (await kind.search!(account, { text, folder, after: undefined, limit: 10 }, tools)).entries;
const resolve = (path: string, secrets = {}) =>
  alist.resolve(create(AlistSourceSchema, { accountId: 'pac_1', path }), { ...tools, secrets, account });
const read = async ({ url }: UpstreamAddress) => (await fetch(url)).text();

test('[AL1] people sign in, and their password is not sent', async () => {
  fake.asked.length = 0;
  const { host, name } = await signIn();
  expect([host, name]).toEqual([`${new URL(fake.url).host}/list`, 'anna']);
  expect(JSON.stringify(fake.asked)).not.toContain(fake.password);
  for (const wrong of [{ password: 'wrong' }, { username: 'nobody' }])
    await expect(signIn(wrong)).rejects.toMatchObject({ failure: 'account_refused' });
});

test('[AL1] a guest signs in without a name', async () => {
  fake.asked.length = 0;
  const { name, credentials } = await signIn({ username: '', password: '' });
  expect([name, credentials['token']]).toEqual(['guest', '']);
  expect(fake.asked.map(({ path }) => path)).toEqual(['/api/me']);
});

test('[AL2] a token that has ended is replaced', async () => {
  fake.tokens.clear();
  await kind.verify(account, tools);
  fake.tokens.clear();
  expect((await list('/films')).entries).not.toEqual([]);
});

test('[AL2] an account with a second factor signs in with its code, and again when its token has ended', async () => {
  fake.otpCode = '123456';
  await expect(signIn()).rejects.toMatchObject({ failure: 'account_refused' });
  const twoFactor = { id: 'pac_2', credentials: (await signIn({ otpCode: '123456' })).credentials };
  await kind.verify(twoFactor, tools);
  fake.tokens.clear();
  fake.asked.length = 0;
  await expect(kind.verify(twoFactor, tools)).rejects.toMatchObject({ failure: 'account_refused' });
  expect(fake.asked.map(({ path }) => path)).toEqual(['/api/me']);
});

test('[AL3] folders and what plays are listed', async () => {
  const { entries, path } = await list('');
  expect(entries.map(({ name }) => name)).toEqual(['many', 'films', 'locked', 'cloud']);
  expect(path).toEqual([]);
  const films = await list('/films');
  expect(films.path).toEqual([{ folder: '/films', name: 'films' }]);
  expect(films.entries.find(({ name }) => name === 'one.mp4')).toMatchObject({
    is: { source: { accountId: 'pac_1', path: '/films/one.mp4' }, format: MediaFormat.FILE },
    sizeBytes: 8,
    modifiedAt: new Date('2026-05-17T05:47:55.417Z'),
    thumbnail: '/films/one.mp4',
  });
  expect((await list('/many')).entries.map(({ name }) => name)).not.toContain('notes.txt');
  await expect(list('/nothing')).rejects.toMatchObject({ failure: 'missing' });
});

test('[AL3] pages keep the size of the first one', async () => {
  const first = await list('/many', { limit: 3 });
  const second = await list('/many', { limit: 50, after: first.next! });
  const third = await list('/many', { limit: 3, after: second.next! });
  expect([first, second, third].map(({ entries }) => entries.length)).toEqual([3, 3, 1]);
  expect(third.next).toBeUndefined();
});

test('[AL4] a folder with a password of its own', async () => {
  await expect(list('/locked')).rejects.toMatchObject({ failure: 'forbidden' });
  const [entry] = (await list('/locked', { password: fake.folderPassword })).entries;
  const { source } = entry!.is as { source: { path: string; password: string } };
  expect(source.password).toBe(fake.folderPassword);
  const { shown, secrets } = alist.hide!(create(AlistSourceSchema, source));
  expect(shown.password).toBe('');
  await expect(resolve('/locked/secret.mp4')).rejects.toMatchObject({ failure: 'forbidden' });
  const { modes } = await resolve('/locked/secret.mp4', secrets);
  expect(await read(modes[0]!.medias[0]!.upstream!)).toBe('secret film');
});

test('[AL5] a text finds files, and their paths are those of the account', async () => {
  const [one] = await find('one.mp4');
  expect(one?.is).toMatchObject({ source: { path: '/films/one.mp4' } });
  expect(await find('one.mp4', '/many')).toEqual([]);
  fake.hasSearch = false;
  await expect(find('one')).rejects.toMatchObject({ failure: 'missing' });
});

test('[AL6] [AL7] a film plays from the address that the server gives, with the subtitles beside it', async () => {
  const { modes, thumbnail, needsCredentials } = await resolve('/films/one.mp4');
  expect([modes.length, needsCredentials]).toEqual([1, true]);
  expect(await read(modes[0]!.medias[0]!.upstream!)).toBe('film one');
  expect(modes[0]!.subtitles.map(({ name, language }) => [name, language])).toEqual([
    ['de', 'de'],
    ['one.ass', ''],
  ]);
  expect(await read(modes[0]!.subtitles[0]!.upstream!)).toBe('Untertitel');
  expect(thumbnail?.url).toContain('/thumb/');
});

test('[AL6] without such an address its signed link plays, whatever the path has', async () => {
  expect(await read((await resolve('/many/3.mp4')).modes[0]!.medias[0]!.upstream!)).toBe('film 3');
  expect(await read((await resolve('/films/a#b & c?.mkv')).modes[0]!.medias[0]!.upstream!)).toBe('odd');
  await expect(resolve('/films/gone.mp4')).rejects.toMatchObject({ failure: 'missing' });
  await expect(resolve('/films')).rejects.toMatchObject({ failure: 'missing' });
});

test('[AL8] what the storage has transcoded is offered, best first', async () => {
  const { modes, durationSeconds } = await resolve('/cloud/big.mp4');
  expect(modes.map(({ name }) => name)).toEqual(['original', '720p', '360p']);
  expect(modes[1]!.medias[0]!.format).toBe(MediaFormat.HLS);
  expect(modes[1]!.subtitles.map(({ language }) => language)).toEqual(['chi']);
  expect(durationSeconds).toBe(5_400.5);
});

test('[AL8] a storage that fails at transcoding takes nothing away', async () => {
  const failing: ProviderTools = {
    ...tools,
    ask: (url, request) =>
      url.endsWith('/api/fs/other') ? Promise.reject(new ProviderError('slow')) : tools.ask(url, request),
  };
  const source = create(AlistSourceSchema, { accountId: 'pac_1', path: '/cloud/big.mp4' });
  const { modes } = await alist.resolve(source, { ...failing, secrets: {}, account });
  expect(modes.map(({ name }) => name)).toEqual(['original']);
});

test('[AL9] a link to the web client means a file for whoever has an account there', () => {
  const known = { id: 'pac_1', host: 'files.example/list', name: 'anna' };
  const pathOf = (link: string) => (kind.recognize!(link, known) as { path: string } | undefined)?.path;
  expect(pathOf('https://files.example/list/films/Film%20one.mp4')).toBe('/films/Film one.mp4');
  for (const link of [
    'https://files.example/films/one.mp4',
    'https://files.example/list/d/films/one.mp4?sign=x',
    'https://files.example/list/films',
    'https://files.example/list//one.mp4',
    'https://files.example/list/films/%2e%2e/%2e%2e/x.mp4?',
    'one.mp4',
  ])
    expect(pathOf(link), link).toBeUndefined();
});

test('[AL10] a link to the web client means a folder where it names no file', () => {
  const known = { id: 'pac_1', host: 'files.example/list', name: 'anna' };
  const folderOf = (link: string) => kind.recognizeFolder!(link, known);
  expect(folderOf('https://files.example/list/films/Old%20ones')).toBe('/films/Old ones');
  expect(folderOf('https://files.example/list/')).toBe('');
  for (const link of [
    'https://files.example/list/films/one.mp4',
    'https://files.example/films',
    'https://files.example/list/d/films',
    'https://files.example/list/@manage',
    'https://files.example/list/a/%2e%2e%2f%2e%2e',
    'films',
  ])
    expect(folderOf(link), link).toBeUndefined();
});

test.each(['/films/../x.mp4', '/films//x.mp4', '/films/'])('[AL6] %s is no path of a file', (path) => {
  expect(alist.check(create(AlistSourceSchema, { accountId: 'pac_1', path }), 'source')).toHaveLength(1);
});
