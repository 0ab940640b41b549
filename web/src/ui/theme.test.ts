import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const page = { documentElement: { dataset: {} as { theme?: string } } };
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterEach(() => void vi.unstubAllGlobals());

/** The event by which a browser notifies the other tabs of a page. */
const stored = (key: string | null, newValue: string | null) =>
  window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));

test('[WP1] a theme that is chosen in another tab counts here at once', async () => {
  await import('./theme.ts');
  stored('matinee.theme', 'light');
  expect(page.documentElement.dataset.theme).toBe('light');
  stored('matinee.volume', '50');
  expect(page.documentElement.dataset.theme).toBe('light');
  stored(null, null);
  expect(page.documentElement.dataset.theme).toBeUndefined();
});
