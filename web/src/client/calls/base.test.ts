import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The functions of a page whose server has this public path. */
async function pageWith(base: string, address: string) {
  vi.stubGlobal('document', { querySelector: () => ({ content: base }) });
  vi.stubGlobal('location', new URL(address));
  vi.resetModules();
  return import('./base.ts');
}

describe('a server below a path', () => {
  test.each([
    ['https://home.test/cinema', '/'],
    ['https://home.test/cinema/', '/'],
    ['https://home.test/cinema/r/room_1?t=9', '/r/room_1'],
    ['https://home.test/cinemas/r/room_1', '/cinemas/r/room_1'],
  ])('has its own path left out of %s', async (address, path) => {
    const { openPath } = await pageWith('/cinema', address);
    expect(openPath()).toBe(path);
  });

  test('is named whole in an address that leaves the page', async () => {
    const { pageUrl } = await pageWith('/cinema', 'https://home.test/cinema/r/room_1');
    expect(pageUrl('/r/room_2')).toBe('https://home.test/cinema/r/room_2');
  });
});

test('a server at the root of its host has its paths as they are', async () => {
  const { basePath, openPath, pageUrl } = await pageWith('', 'https://kino.test/r/room_1');
  expect([basePath, openPath(), pageUrl('/')]).toEqual(['', '/r/room_1', 'https://kino.test/']);
});
