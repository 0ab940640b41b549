import { useTranslation } from '../../../texts/use-translation.ts';
import { HomeSection } from './home-section.tsx';
import { RoomGrid } from './room-list.tsx';
import { useLiveRooms } from './use-live-rooms.ts';

/** Rooms that are shown at most: two rows. */
const maxShown = 6;

/** Public rooms with people in them, but for those of one's own, which say so where they stand; nothing where there is none. [WRL1] */
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
