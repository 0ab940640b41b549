import { useQuery } from '@tanstack/react-query';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { formatTime } from '../playback/format-time.port.ts';

export interface LovedMomentsProps {
  readonly mediaId: string;
  /** Plays the item from there for everybody; undefined for a person without the remote. */
  readonly onPlayFrom: ((seconds: number) => void) | undefined;
}

/** The film plays from this long before the moment, in seconds: people react to what they have just seen. */
const leadSeconds = 5;

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
      <ul className="flex flex-wrap justify-center gap-1.5">
        {moments.map(({ position_seconds, people, reaction_key }) => {
          const time = formatTime(position_seconds);
          const shown = (
            <>
              <span aria-hidden="true" className="font-emoji">
                {reaction_key}
              </span>
              <span className="tabular-nums">{time}</span>
              <span className="sr-only">{t('lovedBy', { count: people, emoji: reaction_key })}</span>
            </>
          );
          const look = 'flex min-h-11 items-center gap-1.5 rounded-full bg-surface-2 px-3.5 text-sm text-text';
          return (
            <li key={position_seconds}>
              {onPlayFrom ? (
                <button
                  type="button"
                  className={`${look} hover:bg-surface-3`}
                  onClick={() => onPlayFrom(Math.max(0, position_seconds - leadSeconds))}
                >
                  <span className="sr-only">{t('playFrom')} </span>
                  {shown}
                </button>
              ) : (
                <p className={look}>{shown}</p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
