import { create } from '@bufbuild/protobuf';
import { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { SeafileLoginRequestSchema, SeafileSourceSchema } from '@matinee/contract/gen/service/provider/seafile_pb.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { plainTools as tools } from '../plain-tools.fixture.ts';
import type { OpenAccount } from '../provider.ts';
import type { UpstreamAddress } from '../resolved.ts';
import { type FakeSeafile, library, shared, startFakeSeafile } from './seafile.fake.ts';
import { seafile } from './seafile.provider.ts';

const kind = seafile.accounts!;
let fake: FakeSeafile;
let account: OpenAccount;
beforeAll(async () => {
  fake = await startFakeSeafile();
  account = { id: 'pac_1', credentials: (await signIn()).credentials };
});
afterEach(() => {
  fake.otpCode = '';
  fake.version = '11.0.5';
  fake.isProfessional = true;
  fake.unlocked.clear();
});
afterAll(() => fake?.stop());

const signIn = (given: object = {}) => {
  const { url, username, password } = fake;
  const request = create(SeafileLoginRequestSchema, { url: `${url}/`, username, password, ...given });
  return kind.signIn(request as never, { ...tools, deviceId: 'device' });
};
const list = (folder: string, given: { after?: string; limit?: number; password?: string } = {}) =>
  kind.list(account, { folder, after: undefined, limit: 100, ...given }, tools);
const find = (text: string, folder: string, given: { after?: string; limit?: number } = {}) =>
  kind.search!(account, { text, folder, after: undefined, limit: 10, ...given }, tools);
const namesOf = ({ entries }: { readonly entries: readonly { readonly name: string }[] }) =>
  entries.map(({ name }) => name);
const source = (given: object) =>
  create(SeafileSourceSchema, { accountId: 'pac_1', libraryId: library.films, ...given });
const resolve = (given: object, secrets = {}) => seafile.resolve(source(given), { ...tools, secrets, account });
const link = (path: string) => create(SeafileSourceSchema, { link: `${fake.url}${path}` });
const play = (path: string) => seafile.resolve(link(path), { ...tools, secrets: {}, account: undefined });
const read = async ({ url, headers = {} }: UpstreamAddress) => (await fetch(url, { headers })).text();

test('[SF1] people sign in, and their password is not kept', async () => {
  const { host, name, credentials } = await signIn();
  expect([`http://${host}`, name]).toEqual([fake.url, fake.username]);
  expect(JSON.stringify(credentials)).not.toContain(fake.password);
  for (const wrong of [{ password: 'wrong' }, { username: 'nobody@example.org' }])
    await expect(signIn(wrong)).rejects.toMatchObject({ failure: 'account_refused' });
});

test('[SF1] an account with a second factor signs in with its code', async () => {
  fake.otpCode = '123456';
  await expect(signIn()).rejects.toMatchObject({ failure: 'account_refused' });
  await expect(signIn({ otpCode: '654321' })).rejects.toMatchObject({ failure: 'account_refused' });
  const { credentials } = await signIn({ otpCode: '123456' });
  await kind.verify({ id: 'pac_2', credentials }, tools);
});

test.each(['10.0.1', '11.0.5', '12.0.0'])('[SF2] version %s takes its token', async (version) => {
  fake.version = version;
  const { credentials } = await signIn();
  await kind.verify({ id: 'pac_2', credentials }, tools);
  fake.tokens.delete(credentials['token']!);
  await expect(kind.verify({ id: 'pac_2', credentials }, tools)).rejects.toMatchObject({ failure: 'account_refused' });
});

test('[SF3] the top has what is starred and the libraries, in pages', async () => {
  expect(namesOf(await list(''))).toEqual(['Starred', 'Films', 'Vault']);
  const first = await list('', { limit: 1 });
  const second = await list('', { limit: 1, after: first.next! });
  const third = await list('', { limit: 1, after: second.next! });
  expect([first, second, third].map(namesOf)).toEqual([['Starred'], ['Films'], ['Vault']]);
  expect(third.next).toBeUndefined();
  const starred = await list('starred');
  expect(namesOf(starred)).toEqual(['many', 'one.mp4']);
  expect(starred.entries[0]!.is).toEqual({ folder: `${library.films}/many` });
  expect(starred.path).toEqual([{ folder: 'starred', name: 'Starred', kind: FolderKind.STARRED }]);
});

test('[SF3] a library has folders and what plays, with pictures', async () => {
  expect(namesOf(await list(library.films))).toEqual(['films', 'many']);
  const { entries, path } = await list(`${library.films}/films`);
  expect(path).toEqual([
    { folder: library.films, name: 'Films' },
    { folder: `${library.films}/films`, name: 'films' },
  ]);
  expect(namesOf({ entries })).toEqual(['a#b & c?.mkv', 'one.mp4']);
  expect(entries[1]).toMatchObject({
    is: { source: { accountId: 'pac_1', libraryId: library.films, path: '/films/one.mp4' }, format: MediaFormat.FILE },
    sizeBytes: 8,
    modifiedAt: new Date('2026-05-17T13:47:55Z'),
    thumbnail: `${library.films}/films/one.mp4`,
  });
  expect(entries[0]!.thumbnail).toBeUndefined();
  const thumbnail = await kind.thumbnails!.of(account, entries[1]!.thumbnail!, tools);
  expect((await fetch(thumbnail!.url, { headers: thumbnail!.headers! })).status).toBe(200);
  for (const missing of ['elsewhere', `${library.films}/nothing`, library.vault.replace('2', '3')])
    await expect(list(missing)).rejects.toMatchObject({ failure: 'missing' });
});

test('[SF4] an encrypted library opens with its password', async () => {
  await expect(list(library.vault)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(list(library.vault, { password: 'wrong' })).rejects.toMatchObject({ failure: 'forbidden' });
  const [entry] = (await list(library.vault, { password: fake.libraryPassword })).entries;
  const found = (entry!.is as { source: ReturnType<typeof source> }).source;
  expect(found).toMatchObject({ path: '/secret.mp4', password: fake.libraryPassword });
  const { shown, secrets } = seafile.hide!(found);
  expect(shown.password).toBe('');
  fake.unlocked.clear();
  await expect(resolve(shown)).rejects.toMatchObject({ failure: 'forbidden' });
  const { modes } = await resolve(shown, secrets);
  expect(await read(modes[0]!.medias[0]!.upstream!)).toBe('secret film');
  // A password for a library that has none is not kept.
  const [open] = (await list(`${library.films}/films`, { password: 'x' })).entries;
  expect(open!.is).toMatchObject({ source: { password: '' } });
});

test('[SF5] a text finds files in a library and below a folder', async () => {
  fake.isProfessional = false;
  expect(namesOf(await find('one', library.films))).toEqual(['one.mp4']);
  expect(namesOf(await find('one', `${library.films}/films`))).toEqual(['one.mp4']);
  expect(namesOf(await find('one', `${library.films}/many`))).toEqual([]);
  await expect(find('one', '')).rejects.toMatchObject({ failure: 'missing' });
});

test('[SF5] a professional server finds files in all libraries, in pages of the size of the first one', async () => {
  const first = await find('mp4', '', { limit: 5 });
  const second = await find('mp4', 'starred', { limit: 50, after: first.next! });
  expect([...namesOf(first), ...namesOf(second)].sort()).toEqual([
    ...[0, 1, 2, 3, 4, 5, 6].map((n) => `${n}.mp4`),
    'one.mp4',
  ]);
  expect(second.next).toBeUndefined();
  expect(first.entries[0]!.is).toMatchObject({ source: { libraryId: library.films, path: '/many/0.mp4' } });
});

test('[SF6] a file plays from an address that ends, with its subtitles and picture', async () => {
  const { modes, thumbnail, needsCredentials, expiresAtMs } = await resolve({ path: '/films/one.mp4' });
  expect(await read(modes[0]!.medias[0]!.upstream!)).toBe('film one');
  expect(modes[0]!.subtitles.map(({ language }) => language)).toEqual(['de']);
  expect(await read(modes[0]!.subtitles[0]!.upstream!)).toBe('Untertitel');
  expect(thumbnail!.url).toContain('/thumbnail/');
  expect(needsCredentials).toBe(true);
  expect(expiresAtMs).toBe(tools.clock.nowMs() + 3_600_000);
  expect(await read((await resolve({ path: '/films/a#b & c?.mkv' })).modes[0]!.medias[0]!.upstream!)).toBe('odd');
  for (const path of ['/films/gone.mp4', '/films'])
    await expect(resolve({ path })).rejects.toMatchObject({ failure: 'missing' });
});

test('[SF7] a shared link plays without an account', async () => {
  const single = await play(`/f/${shared.file}/`);
  expect(await read(single.modes[0]!.medias[0]!.upstream!)).toBe('film one');
  const inFolder = await play(`/d/${shared.folder}/files/?p=%2F3.mp4`);
  expect(await read(inFolder.modes[0]!.medias[0]!.upstream!)).toBe('film 3');
  expect(await seafile.describe!(link(`/f/${shared.file}/`), tools)).toEqual({ name: 'one' });
  await expect(play(`/f/${shared.locked}/`)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(play(`/f/${'0'.repeat(20)}/`)).rejects.toMatchObject({ failure: 'missing' });
  expect(kind.accountOf(link(`/f/${shared.file}/`))).toBeUndefined();
});

test('[SF7] people who are sent to a page to sign in, or to another protocol, get no film', async () => {
  for (const [location, failure] of [
    ['/accounts/login/?next=/f/x/', 'forbidden'],
    ['file:///files/x', 'bad_answer'],
    [undefined, 'bad_answer'],
  ] as const) {
    fake.instead = (_, response) => response.writeHead(302, location === undefined ? {} : { location }).end();
    await expect(play(`/f/${shared.file}/`)).rejects.toMatchObject({ failure });
  }
  fake.instead = undefined;
});

test('[SF7] only links to files are shared links', () => {
  const linkOf = (text: string) => seafile.recognize(text)?.link;
  expect(linkOf(' https://c.example/f/0123456789abcdef0123?x=1#y ')).toBe('https://c.example/f/0123456789abcdef0123/');
  expect(linkOf('https://c.example/sea/d/0123456789abcdef0123/files?p=/a%20b.mp4&dl=1')).toBe(
    'https://c.example/sea/d/0123456789abcdef0123/files/?p=%2Fa+b.mp4',
  );
  for (const other of [
    'https://c.example/f/0123/',
    'https://c.example/f/0123456789abcdef012g/',
    'https://c.example/d/0123456789abcdef0123/',
    'https://c.example/d/0123456789abcdef0123/files/?p=/notes.txt',
    'https://anna:secret@c.example/f/0123456789abcdef0123/',
  ])
    expect(linkOf(other), other).toBeUndefined();
});

test('[SF8] a link to the web client means a file for whoever has an account there', () => {
  const known = { id: 'pac_1', host: 'c.example/sea', name: 'anna' };
  const recognize = (text: string) => kind.recognize!(text, known);
  expect(recognize(`https://c.example/sea/lib/${library.films}/file/films/Film%20one.mp4`)).toMatchObject({
    libraryId: library.films,
    path: '/films/Film one.mp4',
  });
  for (const other of [
    `https://c.example/lib/${library.films}/file/one.mp4`,
    `https://c.example/sea/lib/${library.films}/dir/one.mp4`,
    `https://c.example/sea/lib/${library.films}/file/notes.txt`,
    'https://c.example/sea/lib/x/file/one.mp4',
    'one.mp4',
  ])
    expect(recognize(other), other).toBeUndefined();
});

test('[SF9] a source is a file of an account or a link, and not both', () => {
  const shareLink = 'https://c.example/f/0123456789abcdef0123/';
  const check = (given: object) =>
    seafile.check(create(SeafileSourceSchema, given), 'source').map(({ field }) => field);
  expect(check({ accountId: 'a', libraryId: library.films, path: '/a.mp4' })).toEqual([]);
  expect(check({ link: shareLink })).toEqual([]);
  expect(check({ link: shareLink, accountId: 'a' })).toEqual(['source.link']);
  expect(check({ link: 'https://c.example/' })).toEqual(['source.link']);
  for (const wrong of [
    {},
    { accountId: 'a', path: '/a.mp4' },
    { accountId: 'a', libraryId: library.films, path: '/../a.mp4' },
  ])
    expect(check(wrong)).toEqual(['source.path']);
});
