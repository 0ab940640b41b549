import { create } from '@bufbuild/protobuf';
import {
  CloudreveLoginRequestSchema,
  CloudreveSourceSchema,
} from '@matinee/contract/gen/service/provider/cloudreve_pb.ts';
import { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { plainTools as tools } from '../plain-tools.fixture.ts';
import type { OpenAccount } from '../provider.ts';
import type { UpstreamAddress } from '../resolved.ts';
import { expires, type FakeCloudreve, startFakeCloudreve } from './cloudreve.fake.ts';
import { cloudreve } from './cloudreve.provider.ts';

const kind = cloudreve.accounts!;
let fake: FakeCloudreve;
let account: OpenAccount;
beforeAll(async () => {
  fake = await startFakeCloudreve();
  account = { id: 'pac_1', credentials: (await signIn()).credentials };
});
afterEach(() => {
  fake.otpCode = '';
  fake.hasCursors = false;
  fake.isScrambled = false;
  fake.failsWith = undefined;
});
afterAll(() => fake?.stop());

const signIn = (given: object = {}) => {
  const { url, username, password } = fake;
  const request = create(CloudreveLoginRequestSchema, { url: `${url}/`, username, password, ...given });
  return kind.signIn(request as never, { ...tools, deviceId: 'device' });
};
const list = (folder: string, given: { after?: string; limit?: number } = {}) =>
  kind.list(account, { folder, after: undefined, limit: 100, ...given }, tools);
const find = (text: string, folder = '') => kind.search!(account, { text, folder, after: undefined, limit: 10 }, tools);
const namesOf = ({ entries }: { readonly entries: readonly { readonly name: string }[] }) =>
  entries.map(({ name }) => name);
const resolve = (uri: string) =>
  cloudreve.resolve(create(CloudreveSourceSchema, { accountId: 'pac_1', uri }), { ...tools, secrets: {}, account });
const read = async ({ url }: UpstreamAddress) => (await fetch(url)).text();

test('[CR1] people sign in, and their password is not kept', async () => {
  const { host, name, credentials } = await signIn();
  expect([`http://${host}`, name]).toEqual([fake.url, 'Anna']);
  expect(JSON.stringify(credentials)).not.toContain(fake.password);
  for (const wrong of [{ password: 'wrong' }, { username: 'nobody@example.org' }])
    await expect(signIn(wrong)).rejects.toMatchObject({ failure: 'account_refused' });
});

test('[CR1] an account with a second factor signs in with its code', async () => {
  fake.otpCode = '123456';
  await expect(signIn()).rejects.toMatchObject({ failure: 'account_refused' });
  await expect(signIn({ otpCode: '654321' })).rejects.toMatchObject({ failure: 'account_refused' });
  const { credentials } = await signIn({ otpCode: '123456' });
  await kind.verify({ id: 'pac_2', credentials }, tools);
});

test('[CR2] a token that has ended is replaced until the sign-out', async () => {
  const open = { id: 'pac_2', credentials: (await signIn()).credentials };
  fake.tokens.clear();
  await kind.verify(open, tools);
  await kind.signOut!(open, tools);
  fake.tokens.clear();
  await expect(kind.verify(open, tools)).rejects.toMatchObject({ failure: 'account_refused' });
});

test('[CR3] folders and what plays are listed', async () => {
  expect(namesOf(await list(''))).toEqual(['films', 'many']);
  const { entries, path } = await list('cloudreve://my/films');
  expect(path).toEqual([{ folder: 'cloudreve://my/films', name: 'films' }]);
  expect(namesOf({ entries })).toEqual(['old', 'a#b & c?.mkv', 'one.mp4']);
  expect(entries[0]!.is).toEqual({ folder: 'cloudreve://my/films/old' });
  expect(entries[2]).toMatchObject({
    is: { source: { accountId: 'pac_1', uri: 'cloudreve://my/films/one.mp4' }, format: MediaFormat.FILE },
    sizeBytes: 8,
    modifiedAt: new Date('2026-05-17T13:47:55Z'),
    durationSeconds: 90.5,
    thumbnail: 'cloudreve://my/films/one.mp4',
  });
  expect(entries[1]!.thumbnail).toBeUndefined();
  await expect(list('cloudreve://my/nothing')).rejects.toMatchObject({ failure: 'missing' });
});

test.each([false, true])('[CR3] pages keep the size of the first one, by tokens: %s', async (hasCursors) => {
  fake.hasCursors = hasCursors;
  const first = await list('cloudreve://my/many', { limit: 3 });
  const second = await list('cloudreve://my/many', { limit: 50, after: first.next! });
  const third = await list('cloudreve://my/many', { limit: 3, after: second.next! });
  expect([first, second, third].flatMap(namesOf)).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `${n}.mp4`));
  expect([second.entries.length, third.next]).toEqual([3, undefined]);
});

test('[CR4] a text finds files in any case, everywhere and below a folder', async () => {
  expect(namesOf(await find('ONE.MP4'))).toEqual(['one.mp4']);
  expect(namesOf(await find('one', 'cloudreve://my/many'))).toEqual([]);
  expect(namesOf(await find('b & c?'))).toEqual(['a#b & c?.mkv']);
});

test('[CR5] a file plays with the subtitles beside it, until its address ends', async () => {
  const { modes, expiresAtMs, needsCredentials } = await resolve('cloudreve://my/films/one.mp4');
  expect(await read(modes[0]!.medias[0]!.upstream!)).toBe('film one');
  expect(modes[0]!.subtitles.map(({ language }) => language)).toEqual(['de']);
  expect(await read(modes[0]!.subtitles[0]!.upstream!)).toBe('Untertitel');
  expect([expiresAtMs, needsCredentials]).toEqual([Date.parse(expires), true]);
  const odd = `cloudreve://my/films/${encodeURIComponent('a#b & c?.mkv')}`;
  expect(await read((await resolve(odd)).modes[0]!.medias[0]!.upstream!)).toBe('odd');
  await expect(resolve('cloudreve://my/films/gone.mp4')).rejects.toMatchObject({ failure: 'missing' });
});

test('[CR5] pictures are looked up, and those that are scrambled are none', async () => {
  const picture = () => kind.thumbnails!.of(account, 'cloudreve://my/films/one.mp4', tools);
  expect((await fetch((await picture())!.url)).headers.get('content-type')).toBe('image/png');
  fake.isScrambled = true;
  expect(await picture()).toBeUndefined();
  expect(kind.thumbnails!.of(account, 'cloudreve://my/../x', tools)).toBeUndefined();
});

test('[CR6] a share of one file plays, and one of a folder is listed', async () => {
  const { modes } = await resolve('cloudreve://file1@share');
  expect(await read(modes[0]!.medias[0]!.upstream!)).toBe('film one');
  for (const other of ['cloudreve://folder1@share', 'cloudreve://gone@share'])
    await expect(resolve(other)).rejects.toMatchObject({ failure: 'missing' });
  const folder = await list('cloudreve://folder1@share');
  expect([namesOf(folder), folder.path]).toEqual([
    ['1.mp4', '2.mp4'],
    [{ name: 'Shared', folder: 'cloudreve://folder1@share', kind: FolderKind.SHARED }],
  ]);
});

test('[CR6] a link to a share is known to whoever has an account there', () => {
  const known = { id: 'pac_1', host: 'c.example/drive', name: 'Anna' };
  const uriOf = (text: string) => (kind.recognize!(text, known) as { uri: string } | undefined)?.uri;
  expect(uriOf(' https://c.example/drive/s/aBc1/ ')).toBe('cloudreve://aBc1@share');
  for (const other of [
    'https://c.example/s/aBc1',
    'https://c.example/drive/s/aBc1/secret',
    'https://c.example/drive/s/aBc1?password=secret',
    'https://c.example/drive/home?path=x',
    'aBc1',
  ])
    expect(uriOf(other), other).toBeUndefined();
});

test.each([
  [401, 'account_refused'],
  [403, 'forbidden'],
  [40044, 'missing'],
  [40090, 'busy'],
  [40001, 'bad_answer'],
  [50001, 'failed'],
  [-1, 'failed'],
])('[CR7] code %d is told as %s', async (code, failure) => {
  fake.failsWith = code;
  await expect(list('')).rejects.toMatchObject({ failure });
});

test('[CR8] names that lead elsewhere are refused', async () => {
  const check = (uri: string) => cloudreve.check(create(CloudreveSourceSchema, { accountId: 'a', uri }), 'source');
  for (const right of ['cloudreve://my/a.mp4', 'cloudreve://my/a%20b/c.mp4', 'cloudreve://x1@share'])
    expect(check(right), right).toEqual([]);
  for (const wrong of [
    'cloudreve://my',
    'cloudreve://my/../a.mp4',
    'cloudreve://my/%2e%2e/a.mp4',
    'cloudreve://my/a%2fb.mp4',
    'cloudreve://my/a.mp4?name=x',
    'cloudreve://my/%zz.mp4',
    'cloudreve://trash/a.mp4',
    'cloudreve://x1:secret@share/a.mp4',
    'http://my/a.mp4',
  ]) {
    expect(check(wrong), wrong).toMatchObject([{ field: 'source.uri' }]);
    if (wrong !== 'cloudreve://my') await expect(list(wrong)).rejects.toMatchObject({ failure: 'missing' });
  }
});
