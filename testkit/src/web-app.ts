import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { shareWords } from './files/shared-words.ts';
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

/**
 * Waits until the page stands still, except for endless animations, for two frames and the time of a slow one. While
 * colours change, axe would see wrong ones, and on a busy machine a change begins late.
 */
const atRest = `(async () => {
  const frames = () => Promise.race([
    new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
    new Promise((late) => setTimeout(late, 200)),
  ]);
  for (let quiet = 0; quiet < 2; quiet++) {
    await frames();
    const moving = document.getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity && animation.playState === 'running');
    if (moving.length > 0) quiet = -1;
    await Promise.allSettled(moving.map((animation) => animation.finished));
  }
})()`;

/**
 * Finds the kinds of elements on the page, by the facts that axe judges: what an element is, how it looks and what it
 * is in. Words, numbers and addresses do not count. An expression to evaluate in the page; it returns each shown kind
 * once.
 */
const kindsShown = `[...new Set([...document.body.querySelectorAll('*')].map((element) => {
  const kindOf = (one) => [one.localName, ...[...one.attributes].map(({ name, value }) => name === 'style'
    ? value.split(';').filter((rule) => /color|background|hue|opacity/.test(rule)).join()
    : /^(class|data-theme|role|type|dir|lang|tabindex|aria-(hidden|expanded|selected|checked|pressed|modal|haspopup|invalid|disabled|live))$/.test(name)
      ? name + '=' + value : /^(id|href|src|value|d)$/.test(name) ? '' : name)].join(' ');
  return kindOf(element) + ' in ' + (element.parentElement ? kindOf(element.parentElement) : '');
}))]`;

/** The folder of this test run, for what its processes share; undefined: they share nothing. */
const runFolder = process.env.TEST_RUN_FOLDER;

/** Kinds of elements that axe has judged in this run, each with the width and the theme of its page. */
const judged = shareWords(runFolder === undefined ? undefined : join(runFolder, 'judged-by-axe'));

/** Finds the kinds that axe has not judged yet, and counts them as judged. */
async function newKinds(page: Page): Promise<readonly string[]> {
  const theme = await page.evaluate<string>(
    `[document.documentElement.dataset.theme, matchMedia('(prefers-color-scheme: dark)').matches].join()`,
  );
  const look = `${page.viewportSize()?.width} ${theme}`;
  return judged.add((await page.evaluate<string[]>(kindsShown)).map((kind) => `${look}: ${kind}`));
}

/**
 * Expects axe to find no violation in the page, and every control to have a name. axe takes half a second of a core, so
 * it only judges pages with a kind of element that it has not seen before.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(atRest);
  if ((await newKinds(page)).length > 0) {
    await page.evaluate(`window.axe ?? (() => { ${axe} })()`);
    const found = await page.evaluate<string[]>(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' ')))`,
    );
    expect(found.join('\n')).toBe('');
  }
  expect((await spokenNodes(page)).filter(({ role, name }) => doers.has(role) && name === '')).toEqual([]);
}

/** Roles of controls, which must have a name. */
const doers = new Set(
  'button link textbox searchbox combobox checkbox radio switch slider spinbutton tab menuitem menuitemradio'.split(
    ' ',
  ),
);

/** A node of the accessibility tree, as Chromium gives it to screen readers. */
export interface SpokenNode {
  readonly role: string;
  readonly name: string;
}

/**
 * A session with the browser's tools for each page. Sessions stay open: ending one would end the page's virtual
 * authenticator too.
 */
const tools = new WeakMap<Page, Promise<CDPSession>>();

/**
 * The nodes that a screen reader finds in the page, in order. The browser computes their names, which cannot be
 * derived from attributes alone.
 */
export async function spokenNodes(page: Page): Promise<readonly SpokenNode[]> {
  const opened = tools.get(page) ?? page.context().newCDPSession(page);
  tools.set(page, opened);
  const session = await opened;
  await session.send('Accessibility.enable');
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  // Otherwise the page keeps the tree up to date from now on, which makes each of its changes a fifth dearer.
  await session.send('Accessibility.disable');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => ({ role: String(role?.value), name: String(name?.value ?? '').trim() }));
}
