import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Where the app asks for the letters of the system, it asks for this family first. Chromium knows none of that name. */
const family = 'ui-sans-serif';
const file = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');

/** Gives a page that is opened next its letters, so that the pictures do not depend on what the machine has installed. */
export async function lendLetters(page: Page): Promise<void> {
  const letters = readFileSync(file).toString('base64');
  await page.addInitScript(
    ([name, bytes]) => {
      const font = new FontFace(
        name!,
        Uint8Array.from(atob(bytes!), (letter) => letter.charCodeAt(0)),
        { weight: '100 900' },
      );
      document.fonts.add(font);
    },
    [family, letters],
  );
}
