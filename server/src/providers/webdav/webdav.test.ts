import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { WebdavSourceSchema } from '@matinee/contract/gen/service/provider/webdav_pb.ts';
import { type DavServer, startDavServer } from '@matinee/testkit/outside/dav-server.ts';
import { hasProgram, programPath } from '@matinee/testkit/outside/programs.ts';
import { until } from '@matinee/testkit/until.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMultistatus } from '../file-servers/dav-client.ts';
import { plainTools as tools } from '../plain-tools.fixture.ts';
import type { ListedPage, Secrets } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { webdav } from './webdav.provider.ts';

const files = {
  '/Film 2.mp4': 'two',
  '/Film 10.mp4': 'ten',
  '/Film 10.srt': 'subtitles',
  '/Film 10.de.vtt': 'Untertitel',
  '/notes.txt': 'no film',
  '/100% & <ümläut>/a#b?.mkv': 'odd',
};
const account = (credentials: Secrets) => ({ id: 'pac_1', credentials });
const list = (credentials: Secrets, folder = ''): Promise<ListedPage<'webdav'>> =>
  webdav.accounts!.list(account(credentials), { folder, after: undefined, limit: 100 }, tools);
const source = (path: string) => create(WebdavSourceSchema, { accountId: 'pac_1', path });
const context = (credentials: Secrets) => ({ ...tools, secrets: {}, account: account(credentials) });

/** What every WebDAV server must show of `files`. */
function shows(start: () => Promise<{ credentials: Secrets; stop(): void }>) {
  let given: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    given = await start();
  });
  afterAll(() => given?.stop());

  test('[WD1] a folder is listed', async () => {
    const { entries, path } = await list(given.credentials);
    expect(entries.map(({ name }) => name)).toEqual(['100% & <ümläut>', 'Film 2.mp4', 'Film 10.mp4']);
    expect(entries[1]).toMatchObject({ sizeBytes: 3, modifiedAt: expect.any(Date) });
    expect(path).toEqual([]);
    const below = await list(given.credentials, '/100% & <ümläut>');
    expect(below.entries.map(({ name }) => name)).toEqual(['a#b?.mkv']);
    expect(below.path).toEqual([{ folder: '/100% & <ümläut>', name: '100% & <ümläut>' }]);
  });

  test('[WD4] [WD5] a film is resolved with its subtitles, and its address gives its bytes', async () => {
    const { modes, needsCredentials } = await webdav.resolve(source('/Film 10.mp4'), context(given.credentials));
    const [mode] = modes;
    expect(needsCredentials).toBe(true);
    expect(mode?.subtitles.map(({ name, language }) => [name, language]).sort()).toEqual([
      ['Film 10.srt', ''],
      ['de', 'de'],
    ]);
    const { url, headers = {} } = mode!.medias[0]!.upstream!;
    expect(new URL(url).username).toBe('');
    expect(await (await fetch(url, { headers })).text()).toBe('ten');
    const odd = await webdav.resolve(source('/100% & <ümläut>/a#b?.mkv'), context(given.credentials));
    const upstream = odd.modes[0]!.medias[0]!.upstream!;
    expect(await (await fetch(upstream.url, { headers: upstream.headers ?? {} })).text()).toBe('odd');
  });

  test('a film that is gone is missing, and so is a folder', async () => {
    await expect(webdav.resolve(source('/Film 3.mp4'), context(given.credentials))).rejects.toMatchObject({
      failure: 'missing',
    });
    await expect(list(given.credentials, '/nothing')).rejects.toMatchObject({ failure: 'missing' });
  });

  test('another password is refused', async () => {
    await expect(list({ ...given.credentials, password: 'wrong' })).rejects.toMatchObject({
      failure: 'account_refused',
    });
  });
}

describe('a server of our own', () => {
  shows(async () => {
    const server: DavServer = await startDavServer(files);
    const { url, username, password } = server;
    return { credentials: { url, username, password }, stop: () => server.stop() };
  });
});

describe.skipIf(!hasProgram('rclone'))('rclone serve webdav', () => {
  shows(() =>
    started((folder, port) =>
      spawn(
        programPath('rclone'),
        ['serve', 'webdav', folder, '--addr', `127.0.0.1:${port}`, '--user', 'anna', '--pass', 'secret'],
        { stdio: 'ignore', env: { PATH: process.env.PATH, RCLONE_CONFIG: '/dev/null', HOME: folder } },
      ),
    ),
  );
});

describe.skipIf(!hasProgram('apache2'))('Apache with mod_dav', () => {
  shows(() =>
    started((folder, port, work) => {
      writeFileSync(join(work, 'users'), `anna:{SHA}${sha1('secret')}\n`);
      writeFileSync(join(work, 'apache.conf'), apacheConfig(folder, port, work));
      return spawn(programPath('apache2'), ['-f', join(work, 'apache.conf'), '-DFOREGROUND'], { stdio: 'ignore' });
    }),
  );
});

test('[WD2] what is no multistatus is told so', () => {
  const read = (text: string) => readMultistatus(text, { url: 'http://a.example/dav' });
  for (const text of [
    '',
    'no XML',
    '<html><body>Sign in</body></html>',
    '<D:multistatus xmlns:D="DAV:">',
    '<!DOCTYPE m [<!ENTITY a "aaaa">]><D:multistatus xmlns:D="DAV:"/>',
    '<D:multistatus xmlns:D="DAV:"><D:response><D:href>&a;</D:href></D:response></D:multistatus>',
    `<D:multistatus xmlns:D="DAV:">${'<D:response><D:href>/dav/a</D:href></D:response>'.repeat(20_001)}</D:multistatus>`,
  ])
    expect(() => read(text), text.slice(0, 60)).toThrow(ProviderError);
  expect(read('<multistatus xmlns="DAV:"/>')).toEqual([]);
});

test('[WD2] whatever an answer has, it is read or refused, and nothing is elsewhere', () => {
  const hrefs = fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc.constantFrom('/dav/../etc/passwd', 'http://b.example/dav/x', '/dav'),
  );
  fc.assert(
    fc.property(fc.array(hrefs, { maxLength: 5 }), (all) => {
      const escaped = all.map((href) => href.replace(/[^\w/.:%]/g, ''));
      const responses = escaped.map((href) => `<response><href>${href}</href></response>`).join('');
      const entries = readMultistatus(`<multistatus xmlns="DAV:">${responses}</multistatus>`, {
        url: 'http://a.example/dav',
      });
      for (const { path } of entries) expect(path).toMatch(/^\/(?!.*\/\.\.(\/|$))/);
    }),
  );
});

test.each(['/', '/a/../b.mp4', '/a//b.mp4', '/./a.mp4', '/a/'])('[WD3] %s is the path of no file', (path) => {
  expect(webdav.check(source(path), 'source.webdav')).toMatchObject([{ field: 'source.webdav.path' }]);
});

async function started(run: (folder: string, port: number, work: string) => ChildProcess) {
  const work = mkdtempSync(join(tmpdir(), 'matinee-webdav-'));
  const folder = join(work, 'files');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  execFileSync('chmod', ['-R', 'a+rX', work]);
  const port = await freePort();
  const child = run(folder, port, work);
  const url = `http://127.0.0.1:${port}`;
  await until('the server answers', () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return {
    credentials: { url, username: 'anna', password: 'secret' },
    stop() {
      child.kill('SIGTERM');
      rmSync(work, { recursive: true, force: true });
    },
  };
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}

function apacheConfig(folder: string, port: number, work: string): string {
  const modules = ['mpm_event', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'auth_basic', 'dav', 'dav_fs'];
  const loads = modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n');
  return `ServerRoot ${work}
ServerName localhost
PidFile ${work}/pid
Listen 127.0.0.1:${port}
${loads}
User www-data
Group www-data
ErrorLog ${work}/error.log
DocumentRoot ${folder}
DavLockDB ${work}/locks
<Directory ${folder}>
  Dav On
  AuthType Basic
  AuthName files
  AuthUserFile ${work}/users
  Require valid-user
</Directory>
`;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

test('[WD6] a link below the address of an account is the film in it', () => {
  const known = { id: 'pac_1', host: 'dav.example:8443/files', name: 'anna' };
  const recognize = (text: string) => webdav.accounts!.recognize!(text, known)?.path;
  expect(recognize(' https://dav.example:8443/files/a%20b/Film%20%231.mkv?x=1')).toBe('/a b/Film #1.mkv');
  for (const other of [
    'https://dav.example:8443/files',
    'https://dav.example:8443/files/notes.txt',
    'https://dav.example:8443/files2/film.mkv',
    'https://dav.example/files/film.mkv',
    'https://dav.example:8443/films.mkv',
    'https://dav.example:8443.evil.example/files/film.mkv',
    'https://anna:secret@dav.example:8443/files/film.mkv',
    'dav.example:8443/files/film.mkv',
    'film.mkv',
  ])
    expect(recognize(other), other).toBeUndefined();
});

test('[WD7] a link below the address of an account that ends with a slash is the folder in it', () => {
  const known = { id: 'pac_1', host: 'dav.example:8443/files', name: 'anna' };
  const recognize = (text: string) => webdav.accounts!.recognizeFolder!(text, known);
  expect(recognize('https://dav.example:8443/files/a%20b/')).toBe('/a b');
  expect(recognize('https://dav.example:8443/files/')).toBe('');
  expect(recognize('https://dav.example:8443/files')).toBe('');
  for (const other of [
    'https://dav.example:8443/files/a',
    'https://dav.example:8443/files/%2e%2e%2fb/',
    'https://dav.example:8443/files2/',
    'https://dav.example:8443.evil.example/files/',
    'https://anna:secret@dav.example:8443/files/',
    'files/',
  ])
    expect(recognize(other), other).toBeUndefined();
});
