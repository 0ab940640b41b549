import { api } from '../client/session/session.tsx';
import { router } from './router.tsx';

/** The wait after the first screen before the page loads what only later visits need, in milliseconds. */
const quietMs = 10_000;

/** Runs the tasks that no user waits for. They must not compete with the first screen or the film. [WUP7] */
export function workLater(): void {
  whenIdle(() => void lendFonts());
  whenStaying(() => setTimeout(() => whenIdle(() => void keepApp()), quietMs));
}

async function lendFonts(): Promise<void> {
  const { lendEmojis } = await import('../features/shared/emoji/emoji-font.ts');
  lendEmojis();
}

/**
 * Runs `work` for users who are likely to return: they sign in with this browser, or it already caches the app.
 * [WUP7]
 */
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
  // Another page of this browser may have started to cache the app.
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
