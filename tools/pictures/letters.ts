import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The family that the app asks for first where it uses the system's font. Chromium knows no font of that name. */
const family = 'ui-sans-serif';
const file = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');

/** Gives the next documents of a page their font, so that the pictures do not depend on the machine's fonts. */
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
