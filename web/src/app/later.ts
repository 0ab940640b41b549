import { api } from '../client/session/session.tsx';
import { router } from './router.tsx';

/** How long after the first screen the browser has time for what only later visits need, in milliseconds. */
const quietMs = 10_000;

/** Does what nobody waits for: it must not compete with the first screen, or with the film that somebody came for. [WUP7] */
export function workLater(): void {
  whenIdle(() => void lendFonts());
  whenStaying(() => setTimeout(() => whenIdle(() => void keepApp()), quietMs));
}

async function lendFonts(): Promise<void> {
  const { lendEmojis } = await import('../features/shared/emoji/emoji-font.ts');
  lendEmojis();
}

/** The whole app is for those who come again: whoever signs in at this browser, and whoever has it kept already. [WUP7] */
function whenStaying(work: () => void): void {
  const { tokens } = api;
  const isStaying = () => tokens.get() !== undefined || Boolean(navigator.serviceWorker?.controller);
  if (isStaying()) return work();
  const ends = new AbortController();
  const look = () => {
    if (!isStaying() || ends.signal.aborted) return;
    ends.abort();
    work();
  };
  ends.signal.addEventListener('abort', tokens.subscribe(look));
  // Another page of this browser may have begun to keep it.
  navigator.serviceWorker?.addEventListener('controllerchange', look, { signal: ends.signal });
}

function whenIdle(work: () => void): void {
  // Safari has no idle callbacks.
  if (window.requestIdleCallback) window.requestIdleCallback(work);
  else work();
}

async function keepApp(): Promise<void> {
  const { followUpdates } = await import('../features/shared/updates/follow-updates.ts');
  await followUpdates({
    isInRoom: () => router.state.location.pathname.startsWith('/r/'),
    onNavigation: (listener) => router.subscribe('onResolved', listener),
  });
}
