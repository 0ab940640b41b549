import { useTranslation } from '../../../texts/use-translation.ts';
import { HomeSection } from './home-section.tsx';
import { RoomGrid } from './room-list.tsx';
import { useLiveRooms } from './use-live-rooms.ts';

/** The most rooms that are shown: two rows. */
const maxShown = 6;

/**
 * Public rooms with people in them, without the user's own rooms, which show it under "Your rooms". Renders nothing if
 * there are none. [WRL1]
 */
export function LiveNow() {
  const { t } = useTranslation('rooms');
  const { data } = useLiveRooms();
  const others = data?.rooms.filter(({ joined }) => !joined) ?? [];
  if (others.length === 0) return null;
  return (
    <HomeSection title={t('live.title')}>
      <RoomGrid rooms={others.slice(0, maxShown)} />
    </HomeSection>
  );
}
