import { useTranslation } from 'react-i18next';
import type { RoomEntry } from '../room/room-entry.port.ts';
import { LibraryProvider } from './library-scope.tsx';
import { PlaylistPanel } from './playlist-panel.tsx';
import { rootPlaylist } from './resources.ts';

export const roomEntry: RoomEntry = {
  namespace: 'library',
  order: 30,
  resources: [rootPlaylist],
  Provider: LibraryProvider,
  panel: {
    useTab: () => ({ label: useTranslation('library').t('title') }),
    Content: PlaylistPanel,
  },
  keys: [{ caps: ['Ctrl V'], does: 'paste' }],
};
