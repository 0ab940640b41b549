import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { writeBase } from './app-page.ts';
import { makeCutBase } from './rest/base-path.ts';
import { type Running, startTransport } from './transport.fixture.ts';

let running: Running | undefined;
const root = mkdtempSync(join(tmpdir(), 'matinee-base-'));
afterEach(() => running?.stop());
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('[TR100] the path is taken out of addresses once, where it is whole', () => {
  const cut = makeCutBase('/cinema');
  const cuts: readonly (readonly [string, string])[] = [
    ['/cinema', '/'],
    ['/cinema/', '/'],
    ['/cinema?a=/cinema', '/?a=/cinema'],
    ['/cinema/api/user', '/api/user'],
    ['/cinema/cinema/', '/cinema/'],
    ['/cinema//evil.example', '//evil.example'],
    ['/cinemas/api', '/cinemas/api'],
    ['/api/user', '/api/user'],
    ['/r/cinema/', '/r/cinema/'],
    ['', ''],
  ];
  expect(cuts.map(([url]) => cut(url))).toEqual(cuts.map(([, path]) => path));
  expect(makeCutBase('')('/cinema/api')).toBe('/cinema/api');
});

test('[TR101] the page names its files and the server under the path, and nothing else changes', () => {
  const html =
    '<meta name="matinee-base" content="" /><link href="/a.css" /><script src="/assets/a.js"></script>' +
    '<a href="//other.example/">/a</a><a href="https://other.example/">b</a><div data-src="/x"></div>';
  expect(writeBase(html, '/cinema')).toBe(
    '<meta name="matinee-base" content="/cinema" /><link href="/cinema/a.css" /><script src="/cinema/assets/a.js"></script>' +
      '<a href="//other.example/">/a</a><a href="https://other.example/">b</a><div data-src="/x"></div>',
  );
  expect(writeBase(html, '')).toBe(html);
});

test('[TR100] [TR101] [TR102] pages, files, forms and the document of the API', async () => {
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), '<script src="/assets/a.js"></script>');
  writeFileSync(join(root, 'index.html.br'), 'compressed for the root');
  writeFileSync(join(root, 'assets', 'a.js'), 'let it;');
  const postedPages = [{ path: '/signed-in', fields: ['code'] }];
  running = await startTransport({}, { webRoot: root, postedPages, basePath: '/cinema' });
  const { url } = running;
  for (const at of [`${url}/cinema`, url]) {
    const page = await fetch(`${at}/r/room_1`, { headers: { accept: 'text/html', 'accept-encoding': 'br' } });
    expect([page.headers.get('content-type'), await page.text()]).toEqual([
      'text/html; charset=utf-8',
      '<script src="/cinema/assets/a.js"></script>',
    ]);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const asset = await fetch(`${at}/assets/a.js`);
    expect([await asset.text(), asset.headers.get('cache-control')]).toEqual([
      'let it;',
      'public, max-age=31536000, immutable',
    ]);
    const body = new URLSearchParams({ code: 'c' });
    const form = await fetch(`${at}/signed-in`, { method: 'POST', body, redirect: 'manual' });
    expect(form.headers.get('location')).toBe('/cinema/signed-in#code=c');
    expect((await (await fetch(`${at}/api-docs/openapi.json`)).json()).servers).toEqual([{ url: '/cinema' }]);
    const missing = await fetch(`${at}/api/none`, { headers: { accept: 'text/html' } });
    expect([missing.status, missing.headers.get('content-security-policy')]).toEqual([
      404,
      "default-src 'none'; frame-ancestors 'none'",
    ]);
    expect((await fetch(`${at}/embeds/player.html?site=youtube`)).headers.get('x-frame-options')).toBe('SAMEORIGIN');
  }
  expect((await fetch(`${url}/cinema`, { headers: { accept: 'text/html' } })).status).toBe(200);
});
