import { HardDrive } from 'lucide-react';
import type { RoomStripProps } from '../../../room/room-entry.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { usePlayback } from '../playback/playback.port.ts';
import { GiveAgain } from './give-again.tsx';
import { useIsMissing } from './member-files.port.ts';

/** Says that nobody gives the file any more, while the film still plays what is loaded. [WMF3] */
export function MissingFileStrip({ place }: RoomStripProps) {
  const { t } = useTranslation('member-files');
  const { room, self } = useRoom();
  const media = usePlayback(room)?.media;
  const isMissing = useIsMissing(room, media);
  if (place !== 'panels' || !isMissing || !media) return null;
  const isOwn = media.creator_id === self.id;
  return (
    <section
      aria-label={t('menu')}
      className="flex shrink-0 items-start gap-2 border-b border-border p-3 text-sm in-data-covered:hidden cramped:hidden"
    >
      <HardDrive size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-text" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-2 wrap-anywhere">
        <p role="status">{isOwn ? t('missing.own') : t('missing.strip', { name: media.creator_display_name })}</p>
        {isOwn && <GiveAgain media={media} />}
      </div>
    </section>
  );
}
