import { Circle } from 'lucide-react';
import { useResource } from '../../../client/room/hooks.ts';
import type { RoomStripProps } from '../../../room/room-entry.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { usePlayback } from '../playback/playback.port.ts';
import { mayRecord } from '../streams/may-send.ts';
import { liveStreams, streamOf } from '../streams/on-air.ts';

/**
 * Tells everybody that the playing stream is recorded, with a red dot. Tells people who may record why a recording has
 * ended. Above the panels, or in a corner of the film. [WRE1] [WRE3]
 */
export function RecordingStrip({ place }: RoomStripProps) {
  const { t } = useTranslation('recordings');
  const { room, self } = useRoom();
  const playing = usePlayback(room)?.media;
  const told = useResource(room, liveStreams);
  const stream = playing && told && streamOf(told.streams, playing.id);
  const recording = stream?.recording;
  const isRecorded = recording?.state === 'recording' || recording?.state === 'waiting';
  const fault = mayRecord(self, playing) ? recording?.fault : undefined;
  const text = isRecorded ? t('now') : fault && `${t('ended')} ${t(`fault.${fault}`)}`;
  const isOverFilm = place === 'film';
  return (
    <>
      {/* Stays on the page, so that screen readers hear the first sentence too. */}
      <p role="status" className="sr-only">
        {text}
      </p>
      {text && (
        <section
          aria-label={t('label')}
          style={isOverFilm ? { colorScheme: 'dark' } : undefined}
          className={classNames(
            'flex min-w-0 items-start gap-2 p-3 text-sm text-text',
            isOverFilm
              ? 'absolute start-3 top-3 z-20 max-w-[calc(100%-1.5rem)] rounded-control bg-surface/95 shadow-raised'
              : 'shrink-0 border-b border-border in-data-covered:hidden',
          )}
        >
          {isRecorded && (
            <Circle size={14} aria-hidden="true" fill="currentColor" className="mt-1 shrink-0 text-danger" />
          )}
          <span aria-hidden="true">{text}</span>
        </section>
      )}
    </>
  );
}
