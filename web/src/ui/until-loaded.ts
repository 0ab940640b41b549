import { translatorFor } from '../texts/texts.ts';
import { showToast } from './signs/toast.tsx';

/** Time between a failure and the next try, in milliseconds. */
const againMs = 5000;
/** Number of tries while a toast with a button stays. */
const triesOfToast = 3;

/**
 * Loads code, and retries until it arrives: while the server is down, it cannot be loaded. A toast says so meanwhile.
 * If the server is up but lacks the code, it has another version of the app: a toast offers to reload the page. Never
 * rejects. [WRM11]
 */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  let takeBack: (() => void) | undefined;
  for (let tries = 1; ; tries++) {
    try {
      const loaded = await load();
      takeBack?.();
      return loaded;
    } catch (error) {
      // Reports code that fails at startup in the console, for developers.
      reportError(error);
      if (tries === 1) takeBack = showToast(translatorFor('shell')('late'));
      else if (tries % triesOfToast === 2 && (await isServerThere())) takeBack = offerReload();
    }
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

function offerReload(): () => void {
  const t = translatorFor('shell');
  return showToast(t('crash.stale'), 'plain', { label: t('crash.reload'), run: () => location.reload() });
}
