import { translatorFor } from '../texts/texts.ts';
import { showToast } from './signs/toast.tsx';

/** How long after a failure the code is asked for again, in milliseconds. */
const againMs = 5000;

/**
 * Loads code, and asks for it again until it comes: it cannot be loaded while the server is away. A toast says so
 * meanwhile. Never rejects.
 */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  let takeBack: (() => void) | undefined;
  for (;;) {
    try {
      const loaded = await load();
      takeBack?.();
      return loaded;
    } catch (error) {
      // The console is where a developer looks for code that fails as it starts.
      reportError(error);
      takeBack ??= showToast(translatorFor('shell')('late'));
    }
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}
