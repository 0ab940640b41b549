import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestUser } from './server.ts';

/** Folder of the built web app; `npm run build` makes it. */
export const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Signs a user in without the sign-in page. Call it before you open the first page. */
export async function signInBrowser(page: Page, user: TestUser): Promise<void> {
  const session = JSON.stringify({ accessToken: user.token, refreshToken: user.refreshToken });
  await page.addInitScript((value) => {
    if (!localStorage.getItem('matinee.session')) localStorage.setItem('matinee.session', value);
  }, session);
}

/** Waits until nothing in the page moves, except endless animations. While colours change, axe would see wrong ones. */
const atRest = `Promise.allSettled(document.getAnimations()
  .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
  .map((animation) => animation.finished))`;

/** Expects axe to find no violation in the page, and a name on everything that can be operated. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(atRest);
  await page.evaluate(axe);
  const found = await page.evaluate<string[]>(
    `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' ')))`,
  );
  expect(found).toEqual([]);
  expect((await spokenNodes(page)).filter(({ role, name }) => doers.has(role) && name === '')).toEqual([]);
}

/** Roles whose elements do something: they must say what. */
const doers = new Set(
  'button link textbox searchbox combobox checkbox radio switch slider spinbutton tab menuitem menuitemradio'.split(
    ' ',
  ),
);

/** A node of the accessibility tree, as Chromium hands it to screen readers. */
export interface SpokenNode {
  readonly role: string;
  readonly name: string;
}

/** A session with the browser's tools for each page. It stays: ending one ends the virtual authenticator of the page too. */
const tools = new WeakMap<Page, Promise<CDPSession>>();

/** What a screen reader finds in the page, in its order. The browser computes the names; attributes alone do not tell them. */
export async function spokenNodes(page: Page): Promise<readonly SpokenNode[]> {
  const opened = tools.get(page) ?? page.context().newCDPSession(page);
  tools.set(page, opened);
  const { nodes } = await (await opened).send('Accessibility.getFullAXTree');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => ({ role: String(role?.value), name: String(name?.value ?? '').trim() }));
}
