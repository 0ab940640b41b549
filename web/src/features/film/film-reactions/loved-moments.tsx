import { useQuery } from '@tanstack/react-query';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { MomentList } from './moment-list.port.tsx';

export interface LovedMomentsProps {
  readonly mediaId: string;
  /** Plays the item from there for everybody; undefined for a person without the remote. */
  readonly onPlayFrom: ((seconds: number) => void) | undefined;
}

/** The places of a film to which people reacted most; nothing where nobody did, and for guests. [WFR6] */
export function LovedMoments({ mediaId, onPlayFrom }: LovedMomentsProps) {
  const { t } = useTranslation('film-reactions');
  const { room, self } = useRoom();
  const { data } = useQuery({
    queryKey: ['film-moments', room.roomId, mediaId],
    enabled: self.role !== 'guest',
    staleTime: 0,
    queryFn: () => room.api.call('FilmMomentsService.ListFilmMoments', { room_id: room.roomId, media_id: mediaId }),
  });
  const moments = data?.moments ?? [];
  if (moments.length === 0) return null;
  return (
    <section aria-label={t('loved')} className="grid justify-items-center gap-1">
      <p className="text-sm font-medium @max-[34rem]:sr-only">{t('loved')}</p>
      <MomentList moments={moments} onPlayFrom={onPlayFrom} className="justify-center" />
    </section>
  );
}
