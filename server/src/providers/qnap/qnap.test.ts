import { create } from '@bufbuild/protobuf';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { QnapLoginRequestSchema, QnapSourceSchema } from '@matinee/contract/gen/service/provider/qnap_pb.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { plainTools as tools } from '../plain-tools.fixture.ts';
import type { OpenAccount } from '../provider.ts';
import type { UpstreamAddress } from '../resolved.ts';
import { type FakeQnap, startFakeQnap } from './qnap.fake.ts';
import { qnap } from './qnap.provider.ts';

const kind = qnap.accounts!;
let fake: FakeQnap;
let account: OpenAccount;
beforeAll(async () => {
  fake = await startFakeQnap();
  account = { id: 'pac_1', credentials: (await signIn()).credentials };
});
afterEach(() => {
  fake.otpCode = '';
  fake.failsWith = undefined;
  fake.instead = undefined;
});
afterAll(() => fake?.stop());

const signIn = (given: object = {}) => {
  const { url, username, password } = fake;
  const request = create(QnapLoginRequestSchema, { url: `${url}/`, username, password, ...given });
  return kind.signIn(request as never, { ...tools, deviceId: 'device' });
};
const list = (folder: string, given: { after?: string; limit?: number } = {}) =>
  kind.list(account, { folder, after: undefined, limit: 100, ...given }, tools);
const find = (text: string, folder = '') => kind.search!(account, { text, folder, after: undefined, limit: 10 }, tools);
const namesOf = ({ entries }: { readonly entries: readonly { readonly name: string }[] }) =>
  entries.map(({ name }) => name);
const resolve = (path: string) =>
  qnap.resolve(create(QnapSourceSchema, { accountId: 'pac_1', path }), { ...tools, secrets: {}, account });
const read = async ({ url }: UpstreamAddress) => (await fetch(url)).text();

test('[QN1] people sign in, and their password is in no address', async () => {
  fake.asked.length = 0;
  const { host, name } = await signIn();
  expect([`http://${host}`, name]).toEqual([fake.url, 'anna']);
  expect(fake.asked.map(({ address }) => address)).toEqual([
    '/cgi-bin/authLogin.cgi',
    '/cgi-bin/filemanager/utilRequest.cgi',
  ]);
  for (const wrong of [{ password: 'wrong' }, { username: 'nobody' }])
    await expect(signIn(wrong)).rejects.toMatchObject({ failure: 'account_refused' });
});

test('[QN1] what is no answer to a sign-in is refused', async () => {
  for (const text of [
    '<html><body>Sign in</body></html>',
    '<QDocRoot><authPassed>1',
    '<!DOCTYPE QDocRoot [<!ENTITY x "1">]><QDocRoot><authPassed>&x;</authPassed></QDocRoot>',
    '<QDocRoot><a><authPassed>1</authPassed></a></QDocRoot>',
    '<QDocRoot><authPassed>1</authPassed></QDocRoot>',
  ]) {
    fake.instead = (_, response) => response.end(text);
    await expect(signIn(), text).rejects.toMatchObject({ failure: 'bad_answer' });
  }
});

test('[QN1] [QN2] an account with a second factor signs in with its code, and again when its session has ended', async () => {
  fake.otpCode = '123456';
  await expect(signIn()).rejects.toMatchObject({ failure: 'account_refused' });
  const { credentials } = await signIn({ otpCode: '123456' });
  expect(credentials['password']).toBe('');
  const open = { id: 'pac_2', credentials };
  await kind.verify(open, tools);
  fake.sessions.clear();
  await expect(kind.verify(open, tools)).rejects.toMatchObject({ failure: 'account_refused' });
});

test('[QN2] a session that has ended is replaced, and the one of the sign-in ends with the sign-out', async () => {
  fake.sessions.clear();
  expect((await list('/Multimedia')).entries).not.toEqual([]);
  const { credentials } = await signIn();
  await kind.signOut!({ id: 'pac_3', credentials }, tools);
  expect(fake.sessions).not.toContain(credentials['token']);
});

test('[QN3] shared folders are listed, and folders before what plays', async () => {
  expect(namesOf(await list(''))).toEqual(['Multimedia', 'Public']);
  const { entries, path } = await list('/Multimedia');
  expect(path).toEqual([{ folder: '/Multimedia', name: 'Multimedia' }]);
  expect(namesOf({ entries })).toEqual(['many', 'a#b & c?.mkv', 'one.mp4']);
  expect(entries[2]).toMatchObject({
    is: { source: { accountId: 'pac_1', path: '/Multimedia/one.mp4' }, format: MediaFormat.FILE },
    sizeBytes: 8,
    modifiedAt: new Date('2026-05-17T13:47:55Z'),
    thumbnail: '/Multimedia/one.mp4',
  });
  await expect(list('/nothing')).rejects.toMatchObject({ failure: 'missing' });
});

test('[QN3] a folder of more than the server gives at a time is read whole', async () => {
  const last = await list('/Public/long', { after: '1150', limit: 100 });
  expect([last.entries.length, last.entries.at(-1)!.name, last.next]).toEqual([50, '1199.mp4', undefined]);
});

test('[QN4] a text finds files everywhere and below a folder', async () => {
  expect(namesOf(await find('ONE.mp4'))).toEqual(['one.mp4']);
  expect(namesOf(await find('one', '/Multimedia/many'))).toEqual([]);
  expect((await find('b & c?')).entries[0]!.is).toMatchObject({ source: { path: '/Multimedia/a#b & c?.mkv' } });
});

test('[QN5] a film plays with its subtitles and picture', async () => {
  const { modes, thumbnail, needsCredentials } = await resolve('/Multimedia/one.mp4');
  expect([await read(modes[0]!.medias[0]!.upstream!), needsCredentials]).toEqual(['film one', true]);
  expect(modes[0]!.subtitles.map(({ language }) => language)).toEqual(['de']);
  expect(await read(modes[0]!.subtitles[0]!.upstream!)).toBe('Untertitel');
  expect((await fetch(thumbnail!.url)).headers.get('content-type')).toBe('image/png');
  expect(await read((await resolve('/Multimedia/a#b & c?.mkv')).modes[0]!.medias[0]!.upstream!)).toBe('odd');
  for (const path of ['/Multimedia/gone.mp4', '/Multimedia/many'])
    await expect(resolve(path)).rejects.toMatchObject({ failure: 'missing' });
  expect(kind.thumbnails!.of(account, '/Multimedia/../x.mp4', tools)).toBeUndefined();
});

test.each([
  [4, 'forbidden'],
  [5, 'missing'],
  [19, 'busy'],
  [20, 'bad_answer'],
  [7, 'failed'],
])('[QN6] status %d is told as %s', async (status, failure) => {
  fake.failsWith = status;
  await expect(list('/Multimedia')).rejects.toMatchObject({ failure });
});

test.each(['/Public', '/Public/../x.mp4', '/Public//x.mp4', '/Public/'])(
  '[QN3] %s is no file in a shared folder',
  (path) => {
    expect(qnap.check(create(QnapSourceSchema, { accountId: 'a', path }), 'source')).toMatchObject([
      { field: 'source.path' },
    ]);
  },
);
