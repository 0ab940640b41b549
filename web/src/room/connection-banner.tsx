import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useConnection } from '../client/room/hooks.ts';
import type { RoomConnection } from '../client/room/room.ts';
import { useTranslation } from '../texts/use-translation.ts';
import { Banner } from '../ui/signs/banner.tsx';
import { showToast } from '../ui/signs/toast.tsx';

/** The page reports a lost connection after this long, in milliseconds. Most losses are over sooner. */
const patienceMs = 1200;

export function ConnectionBanner({ room }: { readonly room: RoomConnection }) {
  const { t } = useTranslation('room');
  const connection = useConnection(room);
  const isLost = connection.state === 'reconnecting';
  const [isShown, setShown] = useState(false);
  const isRoundabout = connection.state === 'open' && connection.way === 'line';
  useEffect(() => {
    if (isRoundabout) showToast(t('overLine'));
  }, [isRoundabout, t]);
  useEffect(() => {
    if (!isLost) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isLost]);
  if (!isShown || !isLost) return null;
  return (
    <Banner icon={<WifiOff size={18} aria-hidden="true" />}>
      {t(connection.isPutOff ? 'putOff' : 'reconnecting')}
    </Banner>
  );
}
