import type { DanmakuComment, DanmakuDocument, PlaybackDanmaku } from '@matinee/contract/gen/api.ts';
import { useEffect, useState } from 'react';

const none: readonly DanmakuComment[] = [];

/** The comments of `danmaku`; none while they load. A new signature in its address does not load them again. */
export function useComments(danmaku: PlaybackDanmaku | undefined, onFailed: () => void): readonly DanmakuComment[] {
  const [comments, setComments] = useState(none);
  // The observed address has no signature; a signed one comes soon.
  const url = danmaku?.expire_at === undefined ? undefined : danmaku.url;
  const path = url?.split('?', 1)[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `onFailed` or a new signature does not load them again
  useEffect(() => {
    setComments(none);
    if (url === undefined) return;
    const abort = new AbortController();
    load(url, abort.signal).then(
      (loaded) => !abort.signal.aborted && setComments(loaded),
      () => !abort.signal.aborted && onFailed(),
    );
    return () => abort.abort();
  }, [path]);
  return comments;
}

async function load(url: string, signal: AbortSignal): Promise<readonly DanmakuComment[]> {
  const answer = await fetch(url, { signal, credentials: 'omit' });
  if (!answer.ok) throw new Error(String(answer.status));
  const { comments }: DanmakuDocument = await answer.json();
  return comments;
}

/** Chooses the document to show: the one whose name the person chose, also at another item, else the item's default. */
export function findDanmaku(
  danmakus: readonly PlaybackDanmaku[],
  wanted: string,
  byDefault = 0,
): PlaybackDanmaku | undefined {
  return danmakus.find(({ name }) => wanted !== '' && name === wanted) ?? danmakus[byDefault] ?? danmakus[0];
}
