import { create } from '@bufbuild/protobuf';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import {
  SynologyLoginRequestSchema,
  SynologySourceSchema,
} from '@matinee/contract/gen/service/provider/synology_pb.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import { plainTools } from '../plain-tools.fixture.ts';
import type { OpenAccount, ProviderTools } from '../provider.ts';
import type { UpstreamAddress } from '../resolved.ts';
import { type FakeSynology, startFakeSynology } from './synology.fake.ts';
import { synology } from './synology.provider.ts';

const tools: ProviderTools = { ...plainTools, clock: systemClock };
const kind = synology.accounts!;

describe.each([
  ['DSM 5', true],
  ['DSM 7', false],
])('%s', (_, isOld) => {
  let fake: FakeSynology;
  let account: OpenAccount;
  beforeAll(async () => {
    fake = await startFakeSynology();
    fake.isOld = isOld;
    account = { id: 'pac_1', credentials: (await signIn()).credentials };
  });
  beforeEach(() => {
    fake.asked.length = 0;
  });
  afterEach(() => {
    fake.otpCode = '';
    fake.mayUseFiles = true;
    fake.failsWith = undefined;
  });
  afterAll(() => fake?.stop());

  const signIn = (given: object = {}) => {
    const { url, username, password } = fake;
    const request = create(SynologyLoginRequestSchema, { url: `${url}/`, username, password, ...given });
    return kind.signIn(request as never, { ...tools, deviceId: 'device' });
  };
  const list = (folder: string, given: { after?: string; limit?: number } = {}) =>
    kind.list(account, { folder, after: undefined, limit: 100, ...given }, tools);
  const find = (text: string, folder = '', given: { after?: string; limit?: number } = {}) =>
    kind.search!(account, { text, folder, after: undefined, limit: 10, ...given }, tools);
  const namesOf = ({ entries }: { readonly entries: readonly { readonly name: string }[] }) =>
    entries.map(({ name }) => name);
  const source = (path: string) => create(SynologySourceSchema, { accountId: 'pac_1', path });
  const resolve = (path: string) => synology.resolve(source(path), { ...tools, secrets: {}, account });
  const read = async ({ url, headers = {} }: UpstreamAddress) => (await fetch(url, { headers })).text();

  test('[SN1] [SN2] people sign in, and nothing secret is in an address', async () => {
    const { host, name, credentials } = await signIn();
    expect([`http://${host}`, name]).toEqual([fake.url, 'anna']);
    await list('/video');
    await resolve('/video/one.mp4');
    for (const { address } of fake.asked)
      for (const secret of [fake.password, credentials['token']!])
        expect(decodeURIComponent(address.replaceAll('+', ' '))).not.toContain(secret);
    for (const wrong of [{ password: 'wrong' }, { username: 'nobody' }])
      await expect(signIn(wrong)).rejects.toMatchObject({ failure: 'account_refused' });
    fake.mayUseFiles = false;
    await expect(signIn()).rejects.toMatchObject({ failure: 'forbidden' });
  });

  test('[SN2] with a second factor the code is needed once', async () => {
    fake.otpCode = '123456';
    await expect(signIn()).rejects.toMatchObject({ failure: 'account_refused' });
    await expect(signIn({ otpCode: '654321' })).rejects.toMatchObject({ failure: 'account_refused' });
    const open = { id: 'pac_2', credentials: (await signIn({ otpCode: '123456' })).credentials };
    fake.sessions.clear();
    fake.otpCode = '777777';
    await kind.verify(open, tools);
  });

  test('[SN3] a session that has ended is replaced, and the last one ends with the sign-out', async () => {
    fake.sessions.clear();
    expect((await list('/video')).entries).not.toEqual([]);
    const { credentials } = await signIn();
    await kind.signOut!({ id: 'pac_3', credentials }, tools);
    expect(fake.sessions).not.toContain(credentials['token']);
  });

  test('[SN3] a sign-in gets a session of its own, whatever is remembered', async () => {
    const known = new Map<string, Promise<unknown>>();
    const remember: ProviderTools['remember'] = (name, work) => {
      const answer = known.get(name) ?? work();
      known.set(name, answer);
      return answer as ReturnType<typeof work>;
    };
    const { url, username, password } = fake;
    const request = create(SynologyLoginRequestSchema, { url, username, password });
    for (let times = 0; times < 2; times += 1) {
      fake.sessions.clear();
      const { credentials } = await kind.signIn(request as never, { ...tools, remember, deviceId: 'device' });
      expect(fake.sessions).toContain(credentials['token']);
    }
  });

  test('[SN4] shared folders are listed, and folders before what plays', async () => {
    expect(namesOf(await list(''))).toEqual(['music', 'video']);
    const [first, second] = [await list('', { limit: 1 }), await list('', { limit: 1, after: '1' })];
    expect([namesOf(first), first.next, namesOf(second), second.next]).toEqual([['music'], '1', ['video'], undefined]);
    const { entries, path, next } = await list('/video');
    expect([path, next]).toEqual([[{ folder: '/video', name: 'video' }], undefined]);
    expect(namesOf({ entries })).toEqual(['many', 'old', 'a, "b" & c?.mkv', 'one.mp4']);
    expect(entries[3]).toMatchObject({
      is: { source: { accountId: 'pac_1', path: '/video/one.mp4' }, format: MediaFormat.FILE },
      sizeBytes: 8,
      modifiedAt: new Date('2026-05-17T13:47:55Z'),
      thumbnail: '/video/one.mp4',
    });
    expect(namesOf(await list('/music'))).toEqual([]);
    await expect(list('/nothing')).rejects.toMatchObject({ failure: 'missing' });
  });

  test.each([1, 2, 3, 4])('[SN4] pages of %d have each entry once', async (limit) => {
    const names: string[] = [];
    let after: string | undefined;
    do {
      const page = await list('/video', { limit, ...(after === undefined ? {} : { after }) });
      names.push(...namesOf(page));
      after = page.next;
    } while (after !== undefined);
    expect(names).toEqual(['many', 'old', 'a, "b" & c?.mkv', 'one.mp4']);
  });

  test('[SN5] a text finds files everywhere and below a folder', async () => {
    expect(namesOf(await find('two'))).toEqual(['two.mp4']);
    expect(namesOf(await find('two', '/video/many'))).toEqual([]);
    expect(namesOf(await find('a, "b" & c?'))).toEqual(['a, "b" & c?.mkv']);
    expect(fake.searches.size).toBe(0);
  });

  test('[SN5] what a search finds comes in pages', async () => {
    const first = await find('mp4', '/video/many', { limit: 4 });
    const second = await find('mp4', '/video/many', { limit: 4, after: first.next! });
    expect([...namesOf(first), ...namesOf(second)]).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `${n}.mp4`));
    expect([second.next, fake.searches.size]).toEqual([undefined, 0]);
    await expect(find('mp4', '/video', { after: '5198B56E3C09:0' })).rejects.toMatchObject({ failure: 'missing' });
  });

  test('[SN6] a film plays with its subtitles and picture', async () => {
    const { modes, thumbnail, needsCredentials } = await resolve('/video/one.mp4');
    expect([await read(modes[0]!.medias[0]!.upstream!), needsCredentials]).toEqual(['film one', true]);
    expect(modes[0]!.subtitles.map(({ language }) => language)).toEqual(['de']);
    expect(await read(modes[0]!.subtitles[0]!.upstream!)).toBe('Untertitel');
    expect((await fetch(thumbnail!.url, { headers: thumbnail!.headers! })).headers.get('content-type')).toBe(
      'image/png',
    );
    expect(await read((await resolve('/video/a, "b" & c?.mkv')).modes[0]!.medias[0]!.upstream!)).toBe('odd');
    for (const path of ['/video/gone.mp4', '/video/old'])
      await expect(resolve(path)).rejects.toMatchObject({ failure: 'missing' });
    expect(kind.thumbnails!.of(account, '/video/../x.mp4', tools)).toBeUndefined();
  });

  test.each([
    [402, 'busy'],
    [407, 'forbidden'],
    [408, 'missing'],
    [104, 'bad_answer'],
    [417, 'failed'],
  ])('[SN7] code %d is told as %s', async (code, failure) => {
    fake.failsWith = code;
    await expect(list('/video')).rejects.toMatchObject({ failure });
  });
});

test.each(['/video', '/video/../x.mp4', '/video//x.mp4', '/video/'])(
  '[SN4] %s is no file in a shared folder',
  (path) => {
    expect(synology.check(create(SynologySourceSchema, { accountId: 'a', path }), 'source')).toMatchObject([
      { field: 'source.path' },
    ]);
  },
);
