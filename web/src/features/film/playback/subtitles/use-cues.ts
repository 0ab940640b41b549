import type { PlaybackSubtitle } from '@matinee/contract/gen/api.ts';
import { useEffect, useState } from 'react';
import { pathOf } from '../playback.port.ts';
import type { Cue } from './cue.ts';

/**
 * The cues of `subtitle`; undefined while they load or if that fails. Script reads them: a `<track>` from another site
 * would need `crossorigin` on the video, and then films from servers without CORS would not play.
 */
export function useCues(subtitle: PlaybackSubtitle | undefined, onFailed: () => void): readonly Cue[] | undefined {
  const [cues, setCues] = useState<readonly Cue[]>();
  const url = subtitle?.url;
  const path = url && pathOf(url);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `onFailed` or a new signature does not load the file again
  useEffect(() => {
    setCues(undefined);
    if (url === undefined) return;
    const abort = new AbortController();
    load(url, abort.signal).then(
      (loaded) => !abort.signal.aborted && setCues(loaded),
      () => !abort.signal.aborted && onFailed(),
    );
    return () => abort.abort();
  }, [path]);
  return cues;
}

async function load(url: string, signal: AbortSignal): Promise<readonly Cue[]> {
  const answer = await fetch(url, { signal, credentials: 'omit' });
  if (!answer.ok) throw new Error(String(answer.status));
  const { readCues } = await import('./cues.ts');
  return readCues(await answer.text());
}
