import { useEffect, useRef } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { sharedSubtitles } from './resources.ts';

/** Tells the others that somebody gives subtitles to everybody. [WSA2] */
export function SharedToasts() {
  const { t } = useTranslation('shared-subtitles');
  const { room, self } = useRoom();
  const all = useResource(room, sharedSubtitles);
  const before = useRef<ReadonlySet<string>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new subtitles are told, not new words
  useEffect(() => {
    const known = before.current;
    before.current = all && new Set(all.map(({ id }) => id));
    if (!known || !all) return;
    for (const { id, creator_id, creator_name: user, name } of all)
      if (!known.has(id) && creator_id !== self.id) showToast(t('given', { user, name }));
  }, [all]);
  return null;
}
