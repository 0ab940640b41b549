import { openPhone, type Traffic } from './phone.ts';

/** The waits of a friend on a phone, in milliseconds, and the traffic. */
export interface Visit {
  /** From the navigation to the painted invitation with its button. */
  readonly invitationMs: number;
  /** From the tap on that button to the first frame of the film. */
  readonly firstFrameMs: number;
  /** Loaded until the invitation was painted. */
  readonly untilInvitation: Traffic;
  /** Loaded until the first frame, without the film. */
  readonly untilFrame: Traffic;
}

/** Notes, in the page, when its button is painted, when it is tapped, and when the first frame is shown. */
const watcher = `
(() => {
  const at = (window.__visit = {});
  const note = (name) => { at[name] ??= performance.now(); };
  let video;
  const look = () => {
    const button = document.querySelector('main form button[type=submit]');
    // The second frame begins after the first with the button in it was painted.
    if (button && at.found === undefined) {
      note('found');
      requestAnimationFrame(() => requestAnimationFrame(() => note('invitation')));
      button.addEventListener('click', () => note('tap'));
    }
    const found = document.querySelector('video');
    if (found && found !== video) {
      video = found;
      video.requestVideoFrameCallback(() => note('frame'));
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
})();
`;

const name = 'Anna-Lena';
/** Time between two letters typed on a phone, in milliseconds. */
const letterMs = 150;
const limitMs = 60_000;

/** Opens the link of a room on a phone for the first time, types a name, and waits for the film. */
export async function visitRoom(link: string, mediaOrigin: string): Promise<Visit> {
  const phone = await openPhone(mediaOrigin);
  try {
    const { page } = phone;
    await page.addInitScript(watcher);
    await page.goto(link, { waitUntil: 'commit' });
    const waitFor = async (moment: string): Promise<number> => {
      const deadlineMs = performance.now() + limitMs;
      for (;;) {
        const atMs = await page.evaluate<number | null>(`window.__visit?.${moment} ?? null`);
        if (atMs !== null) return atMs;
        if (performance.now() > deadlineMs) throw new Error(`no ${moment}: ${await page.innerText('body')}`);
        await page.waitForTimeout(20);
      }
    };
    const invitationMs = await waitFor('invitation');
    const untilInvitation = phone.traffic();
    await page.getByRole('textbox', { name: 'Your name' }).pressSequentially(name, { delay: letterMs });
    await page.getByRole('button', { name: 'Join and watch' }).click();
    const firstFrameMs = (await waitFor('frame')) - (await waitFor('tap'));
    return { invitationMs, firstFrameMs, untilInvitation, untilFrame: phone.traffic() };
  } finally {
    await phone.close();
  }
}
