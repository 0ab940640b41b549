import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayReturnTo } from './redirects.ts';

const listed = ['https://app.example.org/signed-in'];
const ownUrls = ['https://watch.example.org', 'http://localhost:8080'];
const may = (url: string, hasPkce = true) => mayReturnTo(url, { listed, ownUrls, hasPkce });

test.each([
  'https://app.example.org/signed-in',
  'https://watch.example.org/oauth2/callback',
  'http://localhost:8080/oauth2/callback',
])('[OA3] %s is returned to', (url) => {
  expect([may(url), may(url, false)]).toEqual([true, true]);
});

test.each([
  '',
  '/oauth2/callback',
  '//watch.example.org/oauth2/callback',
  'https://app.example.org/signed-in#fragment',
  'https://app.example.org/Signed-in',
  'https://APP.example.org/signed-in',
  'https://app.example.org:443/signed-in',
  'https://app.example.org/signed-in/../elsewhere',
  'https://app.example.org/signed-in\\@evil.example',
  ' https://app.example.org/signed-in',
  'https://app.example.org/signed-in\n',
  'https://watch.example.org/oauth2/callback?next=1',
  'https://watch.example.org.evil.example/oauth2/callback',
  'https://watch.example.org/r/room',
  'http://watch.example.org/oauth2/callback',
])('[OA3] %j is not', (url) => {
  expect(may(url)).toBe(false);
});

test('[OA3] under a path, the callback page is below it', () => {
  const under = (url: string) => mayReturnTo(url, { listed, ownUrls: ['https://a.example/cinema'], hasPkce: true });
  expect(under('https://a.example/cinema/oauth2/callback')).toBe(true);
  expect([under('https://a.example/oauth2/callback'), under('https://a.example/cinema')]).toEqual([false, false]);
});

test('[OA3] nothing that only begins like a listed URL is returned to', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (more) => {
      expect(may(listed[0] + more)).toBe(false);
      expect(may(`https://watch.example.org/oauth2/callback${more}`)).toBe(false);
    }),
  );
});

test.each(['http://127.0.0.1:4000/', 'http://127.0.0.1:4000', 'http://[::1]:65535/a/b?c=d'])(
  '[OA4] an application at %s is returned to, but not without PKCE',
  (url) => {
    expect([may(url), may(url, false)]).toEqual([true, false]);
  },
);

test.each([
  'http://127.0.0.1/',
  'http://127.0.0.1:0/',
  'http://127.0.0.1:99999/',
  'http://localhost:4000/',
  'http://127.0.0.2:4000/',
  'http://127.1:4000/',
  'http://2130706433:4000/',
  'http://0x7f.0.0.1:4000/',
  'http://[::ffff:127.0.0.1]:4000/',
  'http://[0:0:0:0:0:0:0:1]:4000/',
  'https://127.0.0.1:4000/',
  'http://127.0.0.1:4000@evil.example/',
  'http://evil.example:80@127.0.0.1:4000/',
  'http://127.0.0.1:4000\\.evil.example/',
  'http://127.0.0.1:4000.evil.example/',
  'http://127.0.0.1:4000/#fragment',
  'http://127.0.0.1:4000/ space',
])('[OA4] %s is not', (url) => {
  expect(may(url)).toBe(false);
});
