import { useResource } from '../../../client/room/hooks.ts';
import type { RoomEntry, RoomTab } from '../../../room/room-entry.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { suggestions } from '../suggestions/resources.ts';
import { useCurrentItem } from './current-item.ts';
import { LibraryProvider } from './library-scope.tsx';
import { rootPlaylist, seriesProgress, upNext } from './resources.ts';
import { useNextItem } from './up-next/next-item.tsx';

// Another panel is in front at first, so this one loads after the screen is shown.
const PlaylistPanel = whenLoaded(() => import('./room-panel.tsx').then((module) => module.PlaylistPanel));

/** Counts other people's suggestions for members who may accept them. [WSG3] */
function useTab(): RoomTab {
  const { t } = useTranslation(['library', 'suggestions']);
  const { room, self } = useRoom();
  const waiting = useResource(room, suggestions)?.waiting ?? [];
  const mayTake = self.permissions.has('manage_own_media');
  const badge = mayTake ? waiting.filter((one) => one.suggester_id !== self.id).length : 0;
  return { label: t('title'), badge, badgeLabel: t('title', { ns: 'suggestions' }) };
}

export const roomEntry: RoomEntry = {
  namespace: 'library',
  order: 30,
  resources: [rootPlaylist, upNext, seriesProgress],
  Provider: LibraryProvider,
  offers: { useCurrentItem, useNextItem },
  panel: {
    useTab,
    Content: PlaylistPanel,
  },
  keys: [{ caps: ['Ctrl V'], does: 'paste' }],
};
