import { create } from '@bufbuild/protobuf';
import {
  NextcloudLoginRequestSchema,
  NextcloudSourceSchema,
} from '@matinee/contract/gen/service/provider/nextcloud_pb.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainTools as tools } from '../plain-tools.fixture.ts';
import type { OpenAccount, ResolveContext } from '../provider.ts';
import type { UpstreamAddress } from '../resolved.ts';
import { type FakeNextcloud, startFakeNextcloud } from './nextcloud.fake.ts';
import { nextcloud } from './nextcloud.provider.ts';
import { serverOf } from './nextcloud-methods.ts';

const kind = nextcloud.accounts!;
let fake: FakeNextcloud;
let account: OpenAccount;
const signIn = (given: object = {}) => {
  const { url, username, password } = fake;
  const request = create(NextcloudLoginRequestSchema, { url, username, password, ...given });
  return kind.signIn(request as never, { ...tools, deviceId: 'device' } as never);
};
beforeAll(async () => {
  fake = await startFakeNextcloud();
  account = { id: 'pac_1', credentials: (await signIn()).credentials };
});
afterAll(() => fake?.stop());

const namesOf = ({ entries }: { readonly entries: readonly { readonly name: string }[] }) =>
  entries.map(({ name }) => name);
const list = (folder: string) => kind.list(account, { folder, after: undefined, limit: 100 }, tools);
const find = (text: string, folder = '') => kind.search!(account, { text, folder, after: undefined, limit: 10 }, tools);
const read = async ({ url, headers = {} }: UpstreamAddress) => (await fetch(url, { headers })).text();

test('[NC1] the password of the account is not kept, and what is kept ends with the sign-out', async () => {
  const { host, name, credentials } = await signIn({ url: `${fake.url}/index.php/apps/files/` });
  expect([`http://${host}`, name]).toEqual([fake.url, 'anna']);
  expect(JSON.stringify(credentials)).not.toContain(fake.password);
  const own = { id: 'pac_2', credentials };
  await kind.verify(own, tools);
  await kind.signOut!(own, tools);
  await expect(kind.verify(own, tools)).rejects.toMatchObject({ failure: 'account_refused' });
  await expect(signIn({ password: 'wrong' })).rejects.toMatchObject({ failure: 'account_refused' });
});

test('[NC1] an app password is kept as it is', async () => {
  const { password } = account.credentials;
  expect((await signIn({ password })).credentials['password']).toBe(password);
});

test('[NC3] folders are listed, with pictures', async () => {
  expect(namesOf(await list(''))).toEqual(['films', 'many']);
  const films = await list('/films');
  expect(namesOf(films)).toEqual(['one.mp4', 'two & half <b>.mkv']);
  expect(films.entries.map(({ thumbnail }) => thumbnail)).toEqual(['1', undefined]);
  const picture = (await kind.thumbnails!.of(account, '1', tools))!;
  expect((await fetch(picture.url, { headers: picture.headers ?? {} })).headers.get('content-type')).toBe('image/png');
  expect(kind.thumbnails!.of(account, '1&x=9', tools)).toBeUndefined();
});

test('[NC3] [NC4] a text finds what has it in its name, whatever it is', async () => {
  expect(namesOf(await find('ONE'))).toEqual(['one.mp4']);
  expect(namesOf(await find('one', '/many'))).toEqual([]);
  expect(namesOf(await find('& half <b'))).toEqual(['two & half <b>.mkv']);
  for (const wildcard of ['%', '_', '\\']) expect(namesOf(await find(wildcard)), wildcard).toEqual([]);
  fake.asked.length = 0;
  await find('a</d:literal>\u0000%');
  expect(fake.asked[0]!.body).toContain('<d:literal>%a&lt;/d:literal&gt; \\%%</d:literal>');
});

test('[NC5] a film plays with its subtitles and its picture', async () => {
  const source = create(NextcloudSourceSchema, { accountId: 'pac_1', path: '/films/one.mp4' });
  const context = { ...tools, secrets: {}, account } as unknown as ResolveContext;
  const { modes, thumbnail, needsCredentials } = await nextcloud.resolve(source, context);
  expect(needsCredentials).toBe(true);
  expect(await read(modes[0]!.medias[0]!.upstream!)).toBe('film one');
  expect(modes[0]!.subtitles.map(({ language }) => language)).toEqual(['en']);
  expect(thumbnail?.url).toContain('fileId=1&');
});

test.each([
  ['https://cloud.example.org/', 'https://cloud.example.org'],
  ['https://cloud.example.org/index.php/apps/files/files?dir=/', 'https://cloud.example.org'],
  ['https://example.org/cloud/apps/dashboard/', 'https://example.org/cloud'],
  ['https://example.org/cloud/remote.php/dav/files/anna/', 'https://example.org/cloud'],
])('[NC1] %s is the server %s', (given, server) => {
  expect(serverOf(given)).toBe(server);
});

test('[NC8] a link to the files page of the web client is the folder that it shows', () => {
  const known = { id: 'pac_1', host: 'cloud.example/nc', name: 'anna' };
  const recognize = (text: string) => nextcloud.accounts!.recognizeFolder!(text, known);
  expect(recognize('https://cloud.example/nc/apps/files/?dir=/Films/Old%20ones')).toBe('/Films/Old ones');
  expect(recognize('https://cloud.example/nc/index.php/apps/files/files/12?dir=/Films')).toBe('/Films');
  expect(recognize('https://cloud.example/nc/apps/files/files?dir=/')).toBe('');
  for (const other of [
    'https://cloud.example/nc/apps/files/?dir=/../x',
    'https://cloud.example/nc/apps/photos/?dir=/Films',
    'https://cloud.example/apps/files/?dir=/Films',
    'https://cloud.example/nc/apps/files/',
    'Films',
  ])
    expect(recognize(other), other).toBeUndefined();
});
