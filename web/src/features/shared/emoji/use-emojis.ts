import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import type { EmojiGroup } from './emojis.ts';
import { loadEmojis } from './load-emojis.ts';

export type LoadedEmojis =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly groups: readonly EmojiGroup[] }
  | { readonly state: 'failed'; readonly retry: () => void };

/** The emoji with names in the reader's language. They load once `isWanted` is true. */
export function useEmojis(isWanted = true): LoadedEmojis {
  const { language } = useTranslation('emoji').i18n;
  const [loaded, setLoaded] = useState<LoadedEmojis>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    setLoaded((held) => (held.state === 'failed' ? { state: 'loading' } : held));
    loadEmojis(language).then(
      (groups) => !isLeft && setLoaded({ state: 'there', groups }),
      () => !isLeft && setLoaded({ state: 'failed', retry }),
    );
    return () => {
      isLeft = true;
    };
  }, [isWanted, language, retry, attempt]);
  return loaded;
}
