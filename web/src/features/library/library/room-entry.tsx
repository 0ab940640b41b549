import type { RoomEntry } from '../../../room/room-entry.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { useCurrentItem } from './current-item.ts';
import { LibraryProvider } from './library-scope.tsx';
import { rootPlaylist, upNext } from './resources.ts';
import { useNextItem } from './up-next/next-item.tsx';

// Another panel is in front at first, so this one loads after the screen is shown.
const PlaylistPanel = whenLoaded(() => import('./room-panel.tsx').then((module) => module.PlaylistPanel));

export const roomEntry: RoomEntry = {
  namespace: 'library',
  order: 30,
  resources: [rootPlaylist, upNext],
  Provider: LibraryProvider,
  offers: { useCurrentItem, useNextItem },
  panel: {
    useTab: () => ({ label: useTranslation('library').t('title') }),
    Content: PlaylistPanel,
  },
  keys: [{ caps: ['Ctrl V'], does: 'paste' }],
};
